import { readFile, writeFile } from 'node:fs/promises';
import { useScratchFolder } from '@keyframe/media-process/testing';
import { beforeAll, expect, test } from 'vitest';
import { openH264Encoder } from './encode/h264-encoder.ts';
import { createRaster, type Raster } from './picture/raster.ts';
import type { RenderedVideo, RenderRequest } from './render-request.ts';
import { renderVideo } from './render-video.ts';
import { decodeFrames, decodeSound, measureLoudness, psnr } from './testing/decode-video.ts';
import { drawLeafy, drawSunny, writePictures, writeTone } from './testing/raw-files.ts';
import { sampleRequest } from './testing/sample-request.ts';

const file = useScratchFolder();
const PREVIEW = { width: 256, height: 144 };
beforeAll(async () => {
  await writePictures(file('sunny'), [drawSunny(PREVIEW)]);
  await writePictures(file('leafy'), [drawLeafy(PREVIEW)]);
});

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
    imagePaths: [file('sunny'), file('leafy')],
  });
  const [first, last] = [drawSunny(PREVIEW), drawLeafy(PREVIEW)];
  expect(psnr(frames[0] ?? last, first)).toBeGreaterThan(30);
  expect(psnr(frames.at(-1) ?? first, last)).toBeGreaterThan(30);
  expect(psnr(frames[Math.floor(frames.length / 2)] ?? first, first)).toBeLessThan(20);
});

test('RES-20 image-to-video with one image starts with it and moves on', async () => {
  const frames = await renderFrames('one.mp4', { mode: 'image-to-video', imagePaths: [file('sunny')] });
  const image = drawSunny(PREVIEW);
  expect(psnr(frames[0] ?? image, image)).toBeGreaterThan(30);
  expect(psnr(frames.at(-1) ?? image, image)).toBeLessThan(24);
});

test('RES-21 image-to-video ignores video and audio references', async () => {
  const request = { mode: 'image-to-video', imagePaths: [file('sunny')], generateAudio: true } as const;
  await render('alone.mp4', request);
  const absent = [{ path: file('none'), isDecoded: true }];
  await render('ignoring.mp4', { ...request, videos: absent, sounds: absent });
  expect(await readFile(file('ignoring.mp4'))).toEqual(await readFile(file('alone.mp4')));
});

test('RES-23 reference-to-video shows each of its images', async () => {
  const frames = await renderFrames('images.mp4', {
    mode: 'reference-to-video',
    imagePaths: [file('sunny'), file('leafy')],
  });
  for (const image of [drawSunny(PREVIEW), drawLeafy(PREVIEW)]) {
    expect(mostAlike(frames, image)).toBeGreaterThan(18);
    expect(mostAlike(frames.slice(0, 2), image)).toBeLessThan(15);
  }
});

test('RES-23 reference-to-video shows the pictures of a video in their order, and stays at the last one', async () => {
  const gray = (level: number): Raster => {
    const raster = createRaster(PREVIEW.width, PREVIEW.height);
    raster.data.fill(level);
    return raster;
  };
  const levels = [60, 90, 120, 150, 180];
  await writePictures(file('steps'), levels.map(gray));
  const frames = await renderFrames('steps.mp4', {
    mode: 'reference-to-video',
    videos: [{ path: file('steps'), isDecoded: true }],
  });
  // After the crossfade, so that only the last picture is left.
  for (const frame of frames.slice(16)) expect(psnr(frame, gray(180))).toBeGreaterThan(20);
  // Within it, each picture is mixed with the prompt's: they get brighter.
  const brightness = frames.slice(8, 16).map(({ data }) => data.reduce((sum, value) => sum + value, 0));
  expect(brightness.at(-1)).toBeGreaterThan(brightness[2] ?? Number.POSITIVE_INFINITY);
});

test('RES-23 reference-to-video mixes in its sounds', async () => {
  await writeTone(file('tone'), 3_150, { seconds: 4, sampleRate: 24_000 });
  const loudness = async (output: string, sounds: RenderRequest['sounds']): Promise<number> => {
    await render(output, {
      mode: 'reference-to-video',
      imagePaths: [file('sunny')],
      generateAudio: true,
      sounds,
    });
    const sound = await decodeSound(file(output), 24_000);
    return measureLoudness(sound?.subarray(24_000, 72_000) ?? new Float32Array(1), 3_150, 24_000);
  };
  const without = await loudness('without.mp4', []);
  expect(await loudness('with.mp4', [{ path: file('tone'), isDecoded: true }])).toBeGreaterThan(
    0.05 + 10 * without,
  );
});

test('a reference that cannot be decoded still shapes the video, always in the same way', async () => {
  const look = async (content: string): Promise<Raster | undefined> => {
    await writeFile(file('unknown.mp4'), content);
    const videos = [{ path: file('unknown.mp4'), isDecoded: false }];
    return (await renderFrames('unknown-out.mp4', { mode: 'reference-to-video', videos })).at(-1);
  };
  const first = await look('one unknown codec');
  expect(await look('one unknown codec')).toEqual(first);
  const other = await look('another unknown codec');
  expect(first && other && psnr(first, other)).toBeLessThan(25);
});
