// Renderings in full size and of full length, of which each takes seconds of CPU time.
import { probeMedia } from '@keyframe/media-process';
import { useScratchFolder } from '@keyframe/media-process/testing';
import { expect, test } from 'vitest';
import { openH264Encoder } from './encode/h264-encoder.ts';
import type { RenderedVideo, RenderRequest } from './render-request.ts';
import { renderVideo } from './render-video.ts';
import { decodeFrames, psnr } from './testing/decode-video.ts';
import { expectDuration } from './testing/expect-duration.ts';
import { drawLeafy, drawSunny, writePictures } from './testing/raw-files.ts';
import { sampleRequest } from './testing/sample-request.ts';

const file = useScratchFolder();
const FULL = { width: 854, height: 480 };

function render(name: string, changes: Partial<RenderRequest>): Promise<RenderedVideo> {
  return renderVideo(sampleRequest(file(name), { generateAudio: true, ...changes }), {
    openEncoder: openH264Encoder,
    onProgress: () => {},
  });
}

test('RES-13 a full rendering in 480p has 480 lines and 24 frames a second', async () => {
  const video = await render('full.mp4', { fidelity: 'full' });
  expect(video).toEqual({ ...FULL, durationSeconds: 4, frameCount: 96, hasAudio: true });
  expect(await probeMedia(file('full.mp4'))).toMatchObject({ ...FULL, durationSeconds: 4 });
  expect(await decodeFrames(file('full.mp4'), video)).toHaveLength(96);
});

test.each([9, 15])(
  'RES-11 a video asked for %i seconds lasts as long, picture and sound',
  async (seconds) => {
    const name = `${seconds}s.mp4`;
    await expectDuration(file(name), await render(name, { durationSeconds: seconds }), seconds);
  },
);

test('RES-20 image-to-video in full size starts with the first image and ends with the last one', async () => {
  const [first, last] = [drawSunny(FULL), drawLeafy(FULL)];
  await writePictures(file('first'), [first]);
  await writePictures(file('last'), [last]);
  const imagePaths = [file('first'), file('last')];
  const video = await render('two.mp4', { mode: 'image-to-video', imagePaths, fidelity: 'full' });
  const frames = await decodeFrames(file('two.mp4'), video);
  expect(psnr(frames[0] ?? last, first)).toBeGreaterThan(32);
  expect(psnr(frames.at(-1) ?? first, last)).toBeGreaterThan(32);
  expect(psnr(frames[48] ?? first, first)).toBeLessThan(20);
});
