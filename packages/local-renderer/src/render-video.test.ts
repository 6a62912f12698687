import { readFile } from 'node:fs/promises';
import { probeMedia } from '@keyframe/media-process';
import { useScratchFolder } from '@keyframe/media-process/testing';
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny';
import { expect, test } from 'vitest';
import { openH264Encoder } from './encode/h264-encoder.ts';
import type { Raster } from './picture/raster.ts';
import { createWatermark } from './picture/watermark.ts';
import type { RenderedVideo, RenderRequest } from './render-request.ts';
import { renderVideo } from './render-video.ts';
import { decodeFrames, decodePicture, decodeSound, psnr } from './testing/decode-video.ts';
import { expectDuration } from './testing/expect-duration.ts';
import { sampleRequest } from './testing/sample-request.ts';

const file = useScratchFolder();

function render(name: string, changes: Partial<RenderRequest> = {}): Promise<RenderedVideo> {
  return renderVideo(sampleRequest(file(name), changes), {
    openEncoder: openH264Encoder,
    onProgress: () => {},
  });
}

test('RES-11 a video asked for 4 seconds lasts as long, picture and sound', async () => {
  const video = await render('4s.mp4', { durationSeconds: 4, generateAudio: true });
  await expectDuration(file('4s.mp4'), video, 4);
});

test('RES-14 the file is MP4 with H.264 and AAC, its index in front', async () => {
  await render('codecs.mp4', { generateAudio: true });
  using input = new Input({ source: new FilePathSource(file('codecs.mp4')), formats: ALL_FORMATS });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  expect(await video?.getCodecParameterString()).toMatch(/^avc1\./);
  expect(await audio?.getCodecParameterString()).toBe('mp4a.40.2');
  const bytes = await readFile(file('codecs.mp4'));
  expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
});

test('RES-14 renders audible sound, and no audio track without generateAudio', async () => {
  await render('loud.mp4', { generateAudio: true });
  const sound = (await decodeSound(file('loud.mp4'), 24_000)) ?? new Float32Array();
  const middle = sound.subarray(24_000, 72_000);
  expect(Math.sqrt(middle.reduce((sum, value) => sum + value * value, 0) / middle.length)).toBeGreaterThan(
    0.02,
  );
  expect(await render('silent.mp4', { generateAudio: false })).toMatchObject({ hasAudio: false });
  expect(await probeMedia(file('silent.mp4'))).toMatchObject({ kind: 'video', hasAudio: false });
});

test.each([
  ['16:9', 256, 144],
  ['4:3', 192, 144],
  ['1:1', 144, 144],
  ['3:4', 144, 192],
  ['9:16', 144, 256],
  ['21:9', 336, 144],
] as const)('RES-12 a video asked for in %s has that shape', async (aspectRatio, width, height) => {
  const name = `ratio-${width}-${height}.mp4`;
  expect(await render(name, { aspectRatio })).toMatchObject({ width, height });
  expect(await probeMedia(file(name))).toMatchObject({ width, height });
});

test('RES-12 adaptive follows the picture referred to, the words of the prompt, and is 16:9 without either', async () => {
  const adaptive = { aspectRatio: 'adaptive' } as const;
  expect(await render('adaptive.mp4', { ...adaptive, pictureRatio: 120 / 180 })).toMatchObject({
    width: 144,
    height: 216,
  });
  expect(await render('adaptive.mp4', { ...adaptive, prompt: 'a vertical clip of the sea' })).toMatchObject({
    width: 144,
    height: 256,
  });
  expect(await render('adaptive.mp4', { ...adaptive, prompt: 'the sea' })).toMatchObject({
    width: 256,
    height: 144,
  });
});

test('RES-15 the watermark is drawn where it belongs and nowhere else', async () => {
  const plain = await lastFrame('plain', { watermark: false });
  const marked = await lastFrame('marked', { watermark: true });
  const { area } = createWatermark(plain.width, plain.height);
  let inside = 0;
  let outside = 0;
  plain.data.forEach((value, index) => {
    const x = Math.floor(index / 3) % plain.width;
    const y = Math.floor(index / 3 / plain.width);
    const within =
      x >= area.left && x < area.left + area.width && y >= area.top && y < area.top + area.height;
    if (Math.abs(value - (marked.data[index] ?? 0)) > 24) within ? inside++ : outside++;
  });
  expect(inside / (area.width * area.height * 3)).toBeGreaterThan(0.1);
  expect(outside).toBe(0);
});

test('RES-15 the watermark survives encoding', async () => {
  const video = await render('encoded-mark.mp4', { watermark: true });
  const bare = await render('encoded-bare.mp4', { watermark: false });
  const [marked] = await decodeFrames(file('encoded-mark.mp4'), video);
  const [plain] = await decodeFrames(file('encoded-bare.mp4'), bare);
  const { area } = createWatermark(video.width, video.height);
  const difference = (part: typeof area): number => {
    let sum = 0;
    for (let y = part.top; y < part.top + part.height; y++) {
      for (let x = part.left; x < part.left + part.width; x++) {
        const index = (y * video.width + x) * 3;
        sum += Math.abs((marked?.data[index] ?? 0) - (plain?.data[index] ?? 0));
      }
    }
    return sum / (part.width * part.height);
  };
  expect(difference(area)).toBeGreaterThan(10);
  expect(difference({ ...area, left: 4, top: 4 })).toBeLessThan(3);
});

test('RES-17 the last frame comes as PNG when asked for, and shows what the video ends with', async () => {
  const lastFramePath = file('last.png');
  const video = await render('last.mp4', { lastFramePath, generateAudio: true });
  expect(await probeMedia(lastFramePath)).toMatchObject({ format: 'png', width: 256, height: 144 });
  const frames = await decodeFrames(file('last.mp4'), video);
  const png = await decodePicture(lastFramePath, video);
  expect(psnr(png, frames.at(-1) ?? png)).toBeGreaterThan(32);
  expect(psnr(png, frames.at(-1) ?? png)).toBeGreaterThan(psnr(png, frames[0] ?? png) + 3);
});

test('RES-18 the same request and seed give the same bytes; another seed or prompt gives another video', async () => {
  const readBytes = async (name: string, changes: Partial<RenderRequest>): Promise<Buffer> => {
    await render(name, { generateAudio: true, ...changes });
    return readFile(file(name));
  };
  const first = await readBytes('seed-a.mp4', { seed: 4_294_967_295 });
  expect(await readBytes('seed-b.mp4', { seed: 4_294_967_295 })).toEqual(first);
  expect(await readBytes('seed-c.mp4', { seed: 0 })).not.toEqual(first);
  expect(await readBytes('seed-d.mp4', { seed: 4_294_967_295, prompt: 'a city at night' })).not.toEqual(
    first,
  );
});

test('RES-18 another seed changes what is seen and heard, not only the bytes', async () => {
  const one = await lastFrame('look-1', { seed: 1 });
  const two = await lastFrame('look-2', { seed: 2 });
  expect(psnr(one, two)).toBeLessThan(25);
  const sounds = await Promise.all(
    ['look-1.mp4', 'look-2.mp4'].map(
      async (name) => (await decodeSound(file(name), 24_000)) ?? new Float32Array(),
    ),
  );
  const [first, second] = sounds;
  expect(first?.some((value, index) => Math.abs(value - (second?.[index] ?? 0)) > 0.02)).toBe(true);
});

test('the picture moves', async () => {
  const video = await render('moving.mp4');
  const frames = await decodeFrames(file('moving.mp4'), video);
  const [first, last] = [frames[0], frames.at(-1)];
  expect(first && last && psnr(first, last)).toBeLessThan(35);
});

async function lastFrame(name: string, changes: Partial<RenderRequest>): Promise<Raster> {
  const lastFramePath = file(`${name}.png`);
  const video = await render(`${name}.mp4`, { lastFramePath, generateAudio: true, ...changes });
  return decodePicture(lastFramePath, video);
}
