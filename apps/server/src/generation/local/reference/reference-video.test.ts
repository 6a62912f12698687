import { expect, test } from 'vitest';
import { makeMedia } from '../testing/make-media.ts';
import { useScratchFolder } from '../testing/scratch-folder.ts';
import { openVideoFrames } from './reference-video.ts';

const file = useScratchFolder();
const FORMAT = { width: 64, height: 36, framesPerSecond: 8 };

test('the pictures come in their order, across batches, and the last one stays', async () => {
  const brightening = 'color=c=black:size=64x36:rate=8:duration=5,geq=lum=40+36*T:cb=128:cr=128';
  await makeMedia(file('brightening.mp4'), ['-f', 'lavfi', '-i', brightening, '-pix_fmt', 'yuv420p']);
  const frames = await openVideoFrames(file('brightening.mp4'), FORMAT);
  const brightness: number[] = [];
  for (let frame = 0; frame < 48; frame++) {
    const { data } = (await frames?.at(frame)) ?? { data: new Uint8ClampedArray() };
    brightness.push(data.reduce((sum, value) => sum + value, 0) / data.length);
  }
  const steps = brightness.slice(1).map((value, index) => value - (brightness[index] ?? 0));
  for (const step of steps.slice(0, 39)) expect(step).toBeCloseTo((36 / 8) * (255 / 219), -0.6);
  for (const step of steps.slice(40)) expect(step).toBe(0);
});

test('a file that is no video is null', async () => {
  expect(await openVideoFrames(import.meta.filename, FORMAT)).toBeNull();
});
