import { findAccents } from './accents.ts';
import { createPalette, type Palette } from './palette.ts';
import { bestMatch, countMatches, promptWords, splitWords } from './prompt-words.ts';
import { between, createRandom, hashText, pick, type Random } from './random.ts';
import {
  ACTOR_WORDS,
  type Actor,
  DAYTIME_WORDS,
  type Daytime,
  GROUND_WORDS,
  type Ground,
  NEON_WORDS,
  PACE_WORDS,
  WATER_WORDS,
  WEATHER_WORDS,
  type Weather,
} from './vocabulary.ts';

/** Meaning of a prompt and a seed: everything that the painters and the soundtrack read. */
export interface ScenePlan {
  /** Feeds all random detail, 32 bits. */
  readonly seed: number;
  readonly daytime: Daytime;
  readonly ground: Ground;
  readonly hasWater: boolean;
  readonly weather: Weather;
  readonly actors: readonly Actor[];
  /** Whether a city shines in neon colours. */
  readonly neon: boolean;
  readonly palette: Palette;
  /** Factor on all movement, 1 is normal. */
  readonly pace: number;
  /** The way that the landscape drifts: 1 to the left, -1 to the right. */
  readonly drift: number;
  /** Height of the horizon as a fraction of the picture, from the top. */
  readonly horizon: number;
  /** Position of the sun, moon or planet, as fractions of the picture. */
  readonly light: { readonly x: number; readonly y: number };
}

const GROUNDS: readonly [Ground, ...Ground[]] = ['mountains', 'hills', 'forest', 'city', 'dunes'];
const DAYTIMES: readonly [Daytime, ...Daytime[]] = ['day', 'dawn', 'dusk', 'night'];

/** Reads a prompt: words that are known choose the scene, the hash of the whole prompt and the seed choose the rest. */
export function planScene(prompt: string, requestSeed: number): ScenePlan {
  const words = promptWords(prompt);
  // Choices that the words leave open depend on the prompt alone, so that seeds vary a scene and do not replace it.
  const subject = createRandom(hashText(prompt));
  const seed = hashText(prompt, requestSeed);
  const random = createRandom(seed);
  const setting = chooseSetting(words, subject);
  const accents = findAccents(splitWords(prompt));
  const hueTurn = accents.sky ? 0 : between(subject, -0.03, 0.03) + between(random, -0.02, 0.02);
  return {
    seed,
    ...setting,
    weather: bestMatch(words, WEATHER_WORDS) ?? (setting.daytime === 'night' ? 'fireflies' : 'dust'),
    actors: chooseActors(words),
    neon: countMatches(words, NEON_WORDS) > 0,
    palette: createPalette(setting, accents, hueTurn),
    pace: choosePace(words),
    drift: chooseDrift(words, random),
    horizon: setting.hasWater ? between(random, 0.5, 0.6) : between(random, 0.6, 0.68),
    light: { x: between(random, 0.25, 0.75), y: between(random, 0.16, 0.36) },
  };
}

function chooseSetting(
  words: ReadonlySet<string>,
  subject: Random,
): { ground: Ground; daytime: Daytime; hasWater: boolean } {
  const wet = countMatches(words, WATER_WORDS) > 0;
  const named = bestMatch(words, GROUND_WORDS);
  const ground = named ?? (wet ? 'mountains' : pick(subject, GROUNDS));
  if (ground === 'space') return { ground, daytime: 'space', hasWater: false };
  const daytime = bestMatch(words, DAYTIME_WORDS) ?? pick(subject, DAYTIMES);
  return { ground, daytime, hasWater: wet || (named === null && subject() < 0.5) };
}

function chooseDrift(words: ReadonlySet<string>, random: Random): number {
  if (words.has('left')) return 1;
  if (words.has('right')) return -1;
  return random() < 0.5 ? 1 : -1;
}

function chooseActors(words: ReadonlySet<string>): Actor[] {
  return (Object.keys(ACTOR_WORDS) as Actor[]).filter((actor) => countMatches(words, ACTOR_WORDS[actor]) > 0);
}

function choosePace(words: ReadonlySet<string>): number {
  const pace = bestMatch(words, PACE_WORDS);
  if (pace === 'fast') return 2;
  return pace === 'slow' ? 0.6 : 1;
}
