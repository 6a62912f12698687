import type { Colour } from './colour.ts';
import { createPalette, type Palette } from './palette.ts';
import { bestMatch, countMatches, promptWords } from './prompt-words.ts';
import { between, createRandom, hashText, pick } from './random.ts';
import {
  ACTOR_WORDS,
  type Actor,
  COLOURS,
  DAYTIME_WORDS,
  type Daytime,
  GROUND_WORDS,
  type Ground,
  PACE_WORDS,
  WATER_WORDS,
  WEATHER_WORDS,
  type Weather,
} from './vocabulary.ts';

/** What a prompt and a seed mean: everything that the painters and the soundtrack read. */
export interface ScenePlan {
  /** Feeds all random detail, 32 bits. */
  readonly seed: number;
  readonly daytime: Daytime;
  readonly ground: Ground;
  readonly hasWater: boolean;
  readonly weather: Weather;
  readonly actors: readonly Actor[];
  readonly palette: Palette;
  /** Factor on all movement, 1 is normal. */
  readonly pace: number;
  /** The way that the landscape drifts: 1 to the left, -1 to the right. */
  readonly drift: number;
  /** Height of the horizon as a fraction of the picture, from the top. */
  readonly horizon: number;
  /** Where the sun, moon or planet stands, as fractions of the picture. */
  readonly light: { readonly x: number; readonly y: number };
}

const GROUNDS: readonly [Ground, ...Ground[]] = ['mountains', 'hills', 'forest', 'city', 'dunes'];
const DAYTIMES: readonly [Daytime, ...Daytime[]] = ['day', 'dawn', 'dusk', 'night'];

/** Reads a prompt: words that are known choose the scene, the hash of the whole prompt and the seed choose the rest. */
export function planScene(prompt: string, requestSeed: number): ScenePlan {
  const words = promptWords(prompt);
  // What the words leave open belongs to the prompt alone, so that seeds vary a scene and don't replace it.
  const subject = createRandom(hashText(prompt));
  const seed = hashText(prompt, requestSeed);
  const random = createRandom(seed);
  const wet = countMatches(words, WATER_WORDS) > 0;
  const openGround = wet ? 'mountains' : pick(subject, GROUNDS);
  const ground = bestMatch(words, GROUND_WORDS) ?? openGround;
  const openDaytime = pick(subject, DAYTIMES);
  const daytime = ground === 'space' ? 'space' : (bestMatch(words, DAYTIME_WORDS) ?? openDaytime);
  const hasWater =
    ground !== 'space' && (wet || (bestMatch(words, GROUND_WORDS) === null && subject() < 0.5));
  const accents = [...words].flatMap((word): Colour[] =>
    Object.hasOwn(COLOURS, word) ? [COLOURS[word] ?? [0, 0, 0]] : [],
  );
  const hueTurn = accents.length > 0 ? 0 : between(subject, -0.03, 0.03) + between(random, -0.02, 0.02);
  return {
    seed,
    daytime,
    ground,
    hasWater,
    weather: bestMatch(words, WEATHER_WORDS) ?? (daytime === 'night' ? 'fireflies' : 'dust'),
    actors: chooseActors(words),
    palette: createPalette({ daytime, ground }, accents, hueTurn),
    pace: paceOf(words),
    drift: words.has('left') ? 1 : words.has('right') ? -1 : random() < 0.5 ? 1 : -1,
    horizon: hasWater ? between(random, 0.5, 0.6) : between(random, 0.6, 0.68),
    light: { x: between(random, 0.25, 0.75), y: between(random, 0.16, 0.4) },
  };
}

function chooseActors(words: ReadonlySet<string>): Actor[] {
  return (Object.keys(ACTOR_WORDS) as Actor[]).filter((actor) => countMatches(words, ACTOR_WORDS[actor]) > 0);
}

function paceOf(words: ReadonlySet<string>): number {
  const pace = bestMatch(words, PACE_WORDS);
  if (pace === 'fast') return 2;
  return pace === 'slow' ? 0.6 : 1;
}
