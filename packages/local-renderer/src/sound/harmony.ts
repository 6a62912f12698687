import { between, pick, type Random } from '../picture/random.ts';
import type { ScenePlan } from '../picture/scene-plan.ts';

/** Frequencies in hertz that sound together. */
export type Chord = readonly number[];

type Degrees = readonly [number, number, number, number];

const MAJOR = [0, 2, 4, 5, 7, 9, 11];
const MINOR = [0, 2, 3, 5, 7, 8, 10];
const LYDIAN = [0, 2, 4, 6, 7, 9, 11];
const PROGRESSIONS: readonly [Degrees, ...Degrees[]] = [
  [0, 5, 3, 4],
  [0, 3, 5, 4],
  [5, 3, 0, 4],
  [0, 2, 3, 4],
];

/** The tonal material of one video. */
export interface Harmony {
  readonly chords: readonly Chord[];
  /** Notes of the scale that fit over all the chords, for single plucked tones. */
  readonly tones: readonly number[];
}

/** Composes four chords that suit the scene: bright ones by day, minor ones by night and in bad weather. */
export function composeHarmony(plan: ScenePlan, random: Random): Harmony {
  const scale = chooseScale(plan);
  const root = 110 * 2 ** (Math.floor(between(random, -4, 5)) / 12);
  const pitch = (degree: number): number =>
    root * 2 ** (((scale[degree % 7] ?? 0) + 12 * Math.floor(degree / 7)) / 12);
  const chords = pick(random, PROGRESSIONS).map((degree) =>
    [degree, degree + 4, degree + 7, degree + 9, degree + 13].map(pitch),
  );
  const tones = [14, 16, 18, 19, 21, 23].map(pitch);
  return { chords, tones };
}

function chooseScale(plan: ScenePlan): readonly number[] {
  if (plan.daytime === 'night' || plan.daytime === 'storm') return MINOR;
  if (plan.daytime === 'space' || plan.daytime === 'dawn') return LYDIAN;
  return MAJOR;
}
