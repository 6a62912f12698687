import { colourInput, makeMedia } from '@keyframe/media-process/testing';
import { expect, test } from 'vitest';
import { measureColor, useReferenceVideos } from '../../tests/support/reference-videos.ts';

const { file, generate, mixTone } = useReferenceVideos();

test.each([
  ['H.264 in MOV', 'clip.mov', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p']],
  ['VP9 in WebM', 'vp9.webm', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']],
  ['VP8 in WebM', 'vp8.webm', ['-c:v', 'libvpx', '-deadline', 'realtime']],
])('RES-23 reference-to-video shows the frames of %s', async (_, name, codec) => {
  await makeMedia(file(name), [...colourInput('0xe02080', 2), ...codec]);
  const path = await generate(name, { videoPaths: [file(name)] });
  expect(await measureColor(path, [0xe0, 0x20, 0x80])).toBeGreaterThan(22);
});

test.each([
  ['WAV', 'tone.wav', []],
  ['AAC in M4A', 'tone.m4a', ['-c:a', 'aac']],
  ['AAC', 'tone.aac', ['-c:a', 'aac']],
])('RES-23 reference-to-video mixes in %s', async (_, name, codec) => {
  const { without, mixed } = await mixTone(name, codec);
  expect(mixed).toBeGreaterThan(0.05 + 10 * without);
});
