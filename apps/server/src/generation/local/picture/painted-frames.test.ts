import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRaster } from './raster.ts';
import { createScene } from './scene.ts';
import { planScene } from './scene-plan.ts';

/** Hashes frames at the start, in the middle and at the end of four seconds. */
function hashFrames(prompt: string, seed: number): string {
  const scene = createScene(planScene(prompt, seed));
  const raster = createRaster(96, 54);
  const hash = createHash('sha256');
  for (const second of [0, 1.5, 3.875]) {
    scene(raster, second);
    hash.update(raster.data);
  }
  return hash.digest('hex').slice(0, 16);
}

test.each([
  { prompt: 'a sailing boat on a calm sea at sunset', seed: 7, hash: 'b9d71c975bde4b8d' },
  { prompt: 'a sailing boat on a calm sea at sunset', seed: 8, hash: 'b2d28595e7d9d465' },
  { prompt: 'heavy snow over a city at night, fireworks', seed: 1, hash: 'e3d23ff513b3e93a' },
  { prompt: 'zwxq', seed: 4_294_967_295, hash: '951f8d7a38818fa7' },
])('the frames of "$prompt" with seed $seed stay what they are', ({ prompt, seed, hash }) => {
  expect(hashFrames(prompt, seed)).toBe(hash);
});
