import { expect, test } from 'vitest';
import { checkPlaybackTimes, downloadLimits } from './fetch-limits.ts';
import { InvalidMaterialError } from './invalid-material-error.ts';

function playing(...seconds: number[]) {
  return seconds.map((durationSeconds) => ({ durationSeconds }));
}

test.each([
  ['none', [], []],
  ['one of each that plays 15 seconds', [15], [15]],
  ['three clips of 5 seconds', [5, 5, 5], [5, 5, 5]],
  ['fractions that add up to 15 only in decimal', [0.1, 0.7, 14.2], [14.2, 0.7, 0.1]],
])('RES-9 RES-10 accepts %s', (_what, videos, audios) => {
  expect(() => checkPlaybackTimes(playing(...videos), playing(...audios))).not.toThrow();
});

test.each([
  { videos: [15.001], message: 'input.video_urls plays 15.001 seconds' },
  { videos: [5, 5, 5.1], message: 'input.video_urls plays 15.1 seconds' },
  { audios: [15.001], message: 'input.audio_urls plays 15.001 seconds' },
  { audios: [8, 8], videos: [15], message: 'input.audio_urls plays 16 seconds' },
])('RES-9 RES-10 refuses more than 15 seconds: $message', ({ videos = [], audios = [], message }) => {
  const check = () => checkPlaybackTimes(playing(...videos), playing(...audios));
  expect(check).toThrow(InvalidMaterialError);
  expect(check).toThrow(`${message} in total; it takes at most 15`);
});

test.each([
  ['image', 20_000_000, 80_000],
  ['audio', 50_000_000, 110_000],
  ['video', 200_000_000, 260_000],
] as const)('a download of an %s has time by its size', (kind, maxBytes, longestMs) => {
  const limits = downloadLimits(kind);
  expect(limits.maxBytes).toBe(maxBytes);
  expect(limits.timeoutMs(maxBytes)).toBe(longestMs);
  expect(limits.timeoutMs(1_234_567)).toBe(61_235);
});
