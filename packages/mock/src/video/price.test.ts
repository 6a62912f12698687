import { expect, test } from 'vitest';
import { computePrice } from './price.ts';

const MODELS = [
  { id: 'video-2-0-mini', credits_per_second: { '480p': 1.5, '720p': 3 }, video_reference_factor: 1.5 },
];

test.each([
  [{}, 15],
  [{ resolution: '480p', duration: 7 }, 11],
  [{ video_urls: ['https://example.com/a.mp4'] }, 23],
])('a generation with %j costs %d credits', (input, expected) => {
  expect(computePrice({ model: 'video-2-0-mini', input }, MODELS)).toBe(expected);
});
