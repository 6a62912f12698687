import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  createRaster,
  decodeFrames,
  decodeSound,
  measureLoudness,
  psnr,
  type Raster,
} from '@keyframe/local-renderer/testing';
import {
  colourInput,
  endlessWebm,
  makeMedia,
  toneInput,
  useScratchFolder,
} from '@keyframe/media-process/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INPUT } from '../../tests/support/task.ts';
import { createLocalProvider } from './local-provider.ts';
import type { GenerationProvider, GenerationRequest, Materials } from './provider.ts';

const file = useScratchFolder();
const SIZE = { width: 256, height: 144 };
let provider: GenerationProvider;

beforeAll(async () => {
  provider = await createLocalProvider(1);
  await sharp({ create: { width: 640, height: 360, channels: 3, background: '#f2b134' } })
    .webp()
    .toFile(file('sunny.webp'));
});
afterAll(() => provider.close());

/** Generates a preview in reference-to-video, and gives its path. */
async function generate(name: string, materials: Partial<Materials>, signal?: AbortSignal): Promise<string> {
  const request: GenerationRequest = {
    taskId: `task_${name}`,
    model: 'video-2-0',
    input: {
      ...INPUT,
      generation_type: 'reference-to-video',
      duration: 4,
      aspect_ratio: '16:9',
      generate_audio: true,
    },
    seed: 7,
    materials: { imagePaths: [], videoPaths: [], audioPaths: [], pictureRatio: null, ...materials },
    fidelity: 'preview',
    videoPath: file(`${name}-out.mp4`),
    lastFramePath: null,
  };
  const options = { signal: signal ?? new AbortController().signal, onProgress: () => {} };
  await provider.generate(request, options);
  return request.videoPath;
}

function plain(red: number, green: number, blue: number): Raster {
  const raster = createRaster(SIZE.width, SIZE.height);
  for (let index = 0; index < raster.data.length; index += 3) raster.data.set([red, green, blue], index);
  return raster;
}

async function mostAlike(path: string, picture: Raster): Promise<number> {
  const frames = await decodeFrames(path, SIZE);
  return Math.max(...frames.map((frame) => psnr(frame, picture)));
}

test.each([
  ['H.264 in MP4', 'clip.mp4', ['-c:v', 'libx264', '-profile:v', 'high', '-pix_fmt', 'yuv420p']],
  ['H.264 in MOV', 'clip.mov', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p']],
  ['VP9 in WebM', 'vp9.webm', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']],
  ['VP8 in WebM', 'vp8.webm', ['-c:v', 'libvpx', '-deadline', 'realtime']],
])('RES-23 reference-to-video shows the frames of %s', async (_, name, codec) => {
  await makeMedia(file(name), [...colourInput('0xe02080', 2), ...codec]);
  const path = await generate(name, { videoPaths: [file(name)] });
  expect(await mostAlike(path, plain(0xe0, 0x20, 0x80))).toBeGreaterThan(22);
});

test('RES-23 reference-to-video shows an image', async () => {
  const path = await generate('image', { imagePaths: [file('sunny.webp')] });
  expect(await mostAlike(path, plain(0xf2, 0xb1, 0x34))).toBeGreaterThan(22);
});

test.each([
  ['MP3', 'tone.mp3', []],
  ['WAV', 'tone.wav', []],
  ['AAC in M4A', 'tone.m4a', ['-c:a', 'aac']],
  ['AAC', 'tone.aac', ['-c:a', 'aac']],
])('RES-23 reference-to-video mixes in %s', async (_, name, codec) => {
  await makeMedia(file(name), [...toneInput(3_150, 4), ...codec]);
  const imagePaths = [file('sunny.webp')];
  const loudness = async (output: string, audioPaths: string[]): Promise<number> => {
    const sound = await decodeSound(await generate(output, { imagePaths, audioPaths }), 24_000);
    return measureLoudness(sound?.subarray(24_000, 72_000) ?? new Float32Array(1), 3_150, 24_000);
  };
  const without = await loudness(`without-${name}`, []);
  expect(await loudness(`with-${name}`, [file(name)])).toBeGreaterThan(0.05 + 10 * without);
});

test('a video that nothing here decodes is replaced, and leaves nothing behind', async () => {
  await makeMedia(file('old.mov'), [...colourInput('0xe02080', 1), '-c:v', 'cinepak']);
  const before = await readdir(dirname(file('x')));
  const path = await generate('old', { videoPaths: [file('old.mov')] });
  expect(await decodeFrames(path, SIZE)).toHaveLength(32);
  const added = (await readdir(dirname(file('x')))).filter((name) => !before.includes(name));
  expect(added).toEqual(['old-out.mp4']);
});

test('OPEN-8 a reference that cannot be decoded within its limits fails the task and is named by position', async () => {
  await writeFile(file('endless.png'), Buffer.from('no image at all, but long enough'));
  const imagePaths = [file('sunny.webp'), file('endless.png')];
  await expect(generate('bad', { imagePaths })).rejects.toMatchObject({
    code: 'invalid_material',
    message: expect.stringMatching(/^input\.image_urls\.1 cannot be used .*it takes JPEG, PNG or WebP/),
  });
});

test('an abort ends the decoding of references at once', async () => {
  await writeFile(file('endless.webm'), endlessWebm());
  const stop = new AbortController();
  const reason = new Error('the server stops');
  const generating = generate('stopped', { videoPaths: [file('endless.webm')] }, stop.signal);
  setTimeout(() => stop.abort(reason), 200);
  await expect(generating).rejects.toBe(reason);
});

test('no thread of the server loads what decodes images: its queue is that of DNS and of the database', async () => {
  await sharp({ create: { width: 32, height: 32, channels: 3, background: '#000000' } })
    .png()
    .toFile(file('small.png'));
  const script = fileURLToPath(new URL('../../tests/support/list-libraries.ts', import.meta.url));
  const paths = [file('small.png'), file('small.mp4'), file('small-last.png')];
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...paths]);
  const { media, sharedObjects } = JSON.parse(stdout);
  expect(media).toEqual({ kind: 'image', format: 'png', width: 32, height: 32 });
  expect(sharedObjects.length).toBeGreaterThan(0);
  expect(sharedObjects.filter((name: string) => /vips|sharp/.test(name))).toEqual([]);
});
