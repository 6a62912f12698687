import { writeFile } from 'node:fs/promises';
import { useScratchFolder } from '@keyframe/media-process/testing';
import { beforeAll, expect, test } from 'vitest';
import { decodeSound } from '../testing/decode-video.ts';
import { encodeAac } from './aac-encoder.ts';
import { openH264Encoder } from './h264-encoder.ts';
import { joinMp4 } from './mp4-file.ts';
import { yuvSize } from './yuv.ts';

const file = useScratchFolder();
const SAMPLE_RATE = 48_000;
const CLICK_AT = 36_000;
let bytes: Buffer;

beforeAll(async () => {
  const encoder = await openH264Encoder({ width: 64, height: 64, framesPerSecond: 8, quantiser: 28 });
  for (let frame = 0; frame < 16; frame++) await encoder.add(new Uint8Array(yuvSize(64, 64)).fill(frame * 8));
  const video = { file: await encoder.finish(), framesPerSecond: 8 };
  encoder.close();
  const samples = new Float32Array(2 * SAMPLE_RATE);
  for (let index = 0; index < 480; index++)
    samples[CLICK_AT + index] = Math.sin(index / 3) * (1 - index / 480);
  const sound = await encodeAac({ samples, sampleRate: SAMPLE_RATE, channels: 1 }, 96_000);
  bytes = Buffer.from(await joinMp4(video, sound));
  await writeFile(file('joined.mp4'), bytes);
});

test('sound is heard at the moment it was written for', async () => {
  const decoded = (await decodeSound(file('joined.mp4'), SAMPLE_RATE)) ?? new Float32Array();
  const heardAt = decoded.findIndex((value) => Math.abs(value) > 0.3);
  expect(Math.abs(heardAt - CLICK_AT)).toBeLessThan(SAMPLE_RATE / 200);
});

test.each(['mvhd', 'tkhd', 'mdhd'])(
  '%s names no time of creation, so that equal content is an equal file',
  (box) => {
    let count = 0;
    for (let at = bytes.indexOf(box); at >= 0; at = bytes.indexOf(box, at + 4)) {
      expect(bytes.readUInt32BE(at + 8)).toBe(0);
      expect(bytes.readUInt32BE(at + 12)).toBe(0);
      count++;
    }
    expect(count).toBe(box === 'mvhd' ? 1 : 2);
  },
);

test('the file says that its colours are BT.709', () => {
  const at = bytes.indexOf('colrnclx');
  expect([8, 10, 12].map((offset) => bytes.readUInt16BE(at + offset))).toEqual([1, 1, 1]);
});
