import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { openH264Encoder } from './encode/h264-encoder.ts';
import type { Raster } from './picture/raster.ts';
import { readImage } from './reference/reference-image.ts';
import type { RenderedVideo, RenderRequest } from './render-request.ts';
import { renderVideo } from './render-video.ts';
import { decodeFrames, decodeSound, loudnessAt, psnr } from './testing/decode-video.ts';
import { colourInput, makeMedia, toneInput } from './testing/make-media.ts';
import { sampleRequest } from './testing/sample-request.ts';
import { useScratchFolder } from './testing/scratch-folder.ts';

const file = useScratchFolder();

beforeAll(async () => {
  await drawing('sunny.png', '#f2b134', '#2a6f97');
  await drawing('leafy.png', '#1b4332', '#d8f3dc');
});

// Large plain shapes, which every codec keeps.
async function drawing(name: string, ground: string, shape: string): Promise<void> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="${ground}"/><circle cx="200" cy="150" r="110" fill="${shape}"/><rect x="400" y="200" width="180" height="110" fill="${shape}"/></svg>`;
  await sharp(Buffer.from(svg)).png().toFile(file(name));
}

function render(name: string, changes: Partial<RenderRequest>): Promise<RenderedVideo> {
  return renderVideo(sampleRequest(file(name), changes), {
    openEncoder: openH264Encoder,
    onProgress: () => {},
  });
}

async function renderFrames(name: string, changes: Partial<RenderRequest>): Promise<Raster[]> {
  return decodeFrames(file(name), await render(name, changes));
}

function mostAlike(frames: readonly Raster[], picture: Raster): number {
  return Math.max(...frames.map((frame) => psnr(frame, picture)));
}

test('RES-20 image-to-video starts with the first image and ends with the last one', async () => {
  const frames = await renderFrames('two.mp4', {
    mode: 'image-to-video',
    imagePaths: [file('sunny.png'), file('leafy.png')],
    fidelity: 'full',
  });
  const size = { width: 854, height: 480 };
  const [first, last] = await Promise.all([
    readImage(file('sunny.png'), size),
    readImage(file('leafy.png'), size),
  ]);
  expect(psnr(frames[0] ?? last, first)).toBeGreaterThan(32);
  expect(psnr(frames.at(-1) ?? first, last)).toBeGreaterThan(32);
  expect(psnr(frames[48] ?? first, first)).toBeLessThan(20);
});

test('RES-20 image-to-video with one image starts with it and moves on', async () => {
  const frames = await renderFrames('one.mp4', { mode: 'image-to-video', imagePaths: [file('sunny.png')] });
  const image = await readImage(file('sunny.png'), { width: 256, height: 144 });
  expect(psnr(frames[0] ?? image, image)).toBeGreaterThan(30);
  expect(psnr(frames.at(-1) ?? image, image)).toBeLessThan(24);
});

test('RES-21 image-to-video ignores video and audio references', async () => {
  const request = { mode: 'image-to-video', imagePaths: [file('sunny.png')], generateAudio: true } as const;
  await render('alone.mp4', request);
  await render('ignoring.mp4', {
    ...request,
    videoPaths: [file('none.mp4')],
    audioPaths: [file('none.mp3')],
  });
  expect(await decodeSound(file('ignoring.mp4'), 24_000)).toEqual(
    await decodeSound(file('alone.mp4'), 24_000),
  );
});

test('RES-23 reference-to-video shows each of its images', async () => {
  const frames = await renderFrames('images.mp4', {
    mode: 'reference-to-video',
    imagePaths: [file('sunny.png'), file('leafy.png')],
  });
  const size = { width: 256, height: 144 };
  for (const name of ['sunny.png', 'leafy.png']) {
    const image = await readImage(file(name), size);
    expect(mostAlike(frames, image)).toBeGreaterThan(18);
    expect(mostAlike(frames.slice(0, 2), image)).toBeLessThan(15);
  }
});

test.each([
  ['H.264 in MP4', 'clip.mp4', ['-c:v', 'libx264', '-profile:v', 'high', '-pix_fmt', 'yuv420p']],
  ['H.264 in MOV', 'clip.mov', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p']],
  ['VP9 in WebM', 'vp9.webm', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']],
  ['VP8 in WebM', 'vp8.webm', ['-c:v', 'libvpx', '-deadline', 'realtime']],
])('RES-23 reference-to-video shows the frames of %s', async (_, name, codec) => {
  await makeMedia(file(name), [...colourInput('0xe02080', 2), ...codec]);
  const frames = await renderFrames(`with-${name}.mp4`, {
    mode: 'reference-to-video',
    videoPaths: [file(name)],
  });
  const pink = { width: 256, height: 144, data: new Uint8ClampedArray(256 * 144 * 3) };
  for (let index = 0; index < pink.data.length; index += 3) pink.data.set([0xe0, 0x20, 0x80], index);
  expect(mostAlike(frames, pink)).toBeGreaterThan(22);
});

test.each([
  ['MP3', 'tone.mp3', []],
  ['WAV', 'tone.wav', []],
  ['AAC in M4A', 'tone.m4a', ['-c:a', 'aac']],
  ['AAC', 'tone.aac', ['-c:a', 'aac']],
])('RES-23 reference-to-video mixes in %s', async (_, name, codec) => {
  await makeMedia(file(name), [...toneInput(3_150, 4), ...codec]);
  const request = {
    mode: 'reference-to-video',
    imagePaths: [file('sunny.png')],
    generateAudio: true,
  } as const;
  const loudness = async (output: string, audioPaths: string[]): Promise<number> => {
    await render(output, { ...request, audioPaths });
    const sound = await decodeSound(file(output), 24_000);
    return loudnessAt(sound?.subarray(24_000, 72_000) ?? new Float32Array(1), 3_150, 24_000);
  };
  const without = await loudness('without.mp4', []);
  expect(await loudness('with.mp4', [file(name)])).toBeGreaterThan(0.05 + 10 * without);
});

test('a reference that can not be decoded still shapes the video, always in the same way', async () => {
  const look = async (content: string): Promise<Raster | undefined> => {
    await writeFile(file('unknown.mp4'), content);
    const request = { mode: 'reference-to-video', videoPaths: [file('unknown.mp4')] } as const;
    return (await renderFrames('unknown-out.mp4', request)).at(-1);
  };
  const first = await look('one unknown codec');
  expect(await look('one unknown codec')).toEqual(first);
  const other = await look('another unknown codec');
  expect(first && other && psnr(first, other)).toBeLessThan(25);
});
