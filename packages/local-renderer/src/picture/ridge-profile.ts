import { createNoiseLine, smooth } from './noise.ts';
import { between, type Random } from './random.ts';
import type { Ground } from './vocabulary.ts';

/** How many heights a profile holds; it repeats after `PROFILE_SPAN` picture heights. */
export const PROFILE_LENGTH = 4096;
export const PROFILE_SPAN = 4;

/** The outline of a layer of land: periodic heights from 0 to 1. */
export type RidgeProfile = Float32Array;

/** Creates the outline that is typical of a kind of ground; `nearness` 0 is far away, 1 is close. */
export function createRidgeProfile(ground: Ground, nearness: number, random: Random): RidgeProfile {
  switch (ground) {
    case 'mountains':
      return mountains(random, nearness);
    case 'forest':
      return forest(random, nearness);
    case 'city':
      return city(random, nearness);
    case 'dunes':
      return dunes(random);
    default:
      return hills(random);
  }
}

function sum(lines: readonly { line: Float32Array; weight: number }[]): Float32Array {
  return Float32Array.from({ length: PROFILE_LENGTH }, (_, index) =>
    lines.reduce((total, { line, weight }) => total + (line[index] ?? 0) * weight, 0),
  );
}

function mountains(random: Random, nearness: number): RidgeProfile {
  const cells = nearness < 0.5 ? 12 : 8;
  const octaves = [1, 2, 4, 8, 16, 32].map((factor, order) => ({
    line: createNoiseLine(random, PROFILE_LENGTH, cells * factor).map((value) => 1 - Math.abs(2 * value - 1)),
    weight: 0.5 ** (order * 1.05 + 1),
  }));
  return contrast(sum(octaves));
}

// Sums of noise crowd around the middle; valleys are to be deep and peaks rare.
function contrast(line: Float32Array): Float32Array {
  let low = 1;
  let high = 0;
  for (const value of line) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return line.map((value) => ((value - low) / (high - low)) ** 1.35);
}

function hills(random: Random): RidgeProfile {
  return sum([
    { line: createNoiseLine(random, PROFILE_LENGTH, 6), weight: 0.7 },
    { line: createNoiseLine(random, PROFILE_LENGTH, 15), weight: 0.25 },
    { line: createNoiseLine(random, PROFILE_LENGTH, 700), weight: 0.03 },
  ]);
}

function dunes(random: Random): RidgeProfile {
  const crests = createNoiseLine(random, PROFILE_LENGTH, 9).map(
    (value) => 1 - Math.abs(2 * value - 1) ** 1.4,
  );
  return sum([
    { line: crests, weight: 0.7 },
    { line: createNoiseLine(random, PROFILE_LENGTH, 5), weight: 0.3 },
  ]);
}

function forest(random: Random, nearness: number): RidgeProfile {
  const profile = hills(random).map((value) => value * 0.45);
  const ground = Float32Array.from(profile);
  const width = 46 + nearness * 60;
  const count = Math.round((PROFILE_LENGTH / width) * 3.2);
  for (let tree = 0; tree < count; tree++) {
    const centre = Math.floor(random() * PROFILE_LENGTH);
    const half = (width / 2) * between(random, 0.7, 1.2);
    const tall = between(random, 0.28, 0.55);
    const foot = ground[centre] ?? 0;
    for (let offset = -Math.ceil(half); offset <= half; offset++) {
      const index = (centre + offset + PROFILE_LENGTH) % PROFILE_LENGTH;
      // A conifer: a cone whose branches stick out in five tiers.
      const away = Math.abs(offset) / half;
      const tier = ((1 - away) * 5) % 1;
      const branch = tall * (1 - away - 0.09 * (1 - tier));
      if (branch > 0) profile[index] = Math.max(profile[index] ?? 0, foot + branch);
    }
  }
  return profile;
}

function city(random: Random, nearness: number): RidgeProfile {
  const profile = new Float32Array(PROFILE_LENGTH);
  const cluster = createNoiseLine(random, PROFILE_LENGTH, 7);
  let start = 0;
  while (start < PROFILE_LENGTH) {
    const width = Math.round(between(random, 24, 64) * (1 + nearness));
    const tall = between(random, 0.15, 0.5) + 0.5 * smooth(cluster[start] ?? 0) * random();
    const end = start + width > PROFILE_LENGTH - 24 ? PROFILE_LENGTH : start + width;
    profile.fill(tall, start, end);
    if (random() < 0.35) raiseTop(profile, { start, end, tall, spire: random() < 0.5 });
    start = end + (random() < 0.25 ? 6 : 0);
  }
  return profile;
}

function raiseTop(
  profile: Float32Array,
  block: { start: number; end: number; tall: number; spire: boolean },
): void {
  const { start, end, tall, spire } = block;
  const middle = Math.round((start + end) / 2);
  if (spire) {
    profile.fill(tall + 0.16, middle - 1, middle + 2);
    return;
  }
  const inset = Math.round((end - start) / 4);
  profile.fill(tall + 0.07, start + inset, end - inset);
}
