// Builds texts and numbers that scalar keywords accept.
import { samplesOf } from '@keyframe/openapi-hono/testing';
import { type JsonValue, memberOf } from '@keyframe/openapi-model';
import { pick, type Random, wordOf } from '../random.ts';
import { numberOf, type ObjectSchema } from './schema-space.ts';

type Fits = (value: JsonValue) => boolean;

const WORD = 10;
const BATCHES = 24;

/** Builds a text; one without pattern and format hardly ever comes twice. */
export function buildString(places: readonly ObjectSchema[], fits: Fits, random: Random): string {
  const least = Math.max(0, ...bounds(places, 'minLength'));
  const most = Math.min(Number.MAX_SAFE_INTEGER, ...bounds(places, 'maxLength'));
  const shapes = places.filter(({ schema }) => 'pattern' in schema || 'format' in schema);
  const word = () => wordOf(Math.min(Math.max(WORD, least), Math.max(most, least)), random);
  if (shapes.length === 0) return word();
  const given = places.flatMap(({ schema }) => {
    const examples = memberOf(schema, 'examples');
    return [
      memberOf(schema, 'example'),
      ...(Array.isArray(examples) ? examples : []),
      memberOf(schema, 'default'),
    ];
  });
  const allowed = given.filter((value) => typeof value === 'string' && fits(value)) as string[];
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const drawn = drawTexts(shapes, least, random).filter(fits);
    const text = pick([...new Set([...drawn, ...allowed])], random);
    if (text !== undefined) return text;
  }
  return word();
}

// One at a time: most patterns are met at once, and long lists hold many texts.
function drawTexts(shapes: readonly ObjectSchema[], minLength: number, random: Random): string[] {
  const seed = Math.floor(random() * 2 ** 31);
  return shapes.flatMap(({ schema }) => {
    const { default: _, examples: _examples, example: _example, ...bare } = schema;
    const texts = samplesOf({}, { ...bare, type: 'string', minLength }, { count: 1, seed });
    return texts.filter((text) => typeof text === 'string');
  });
}

/** Builds a number: the least allowed one, or by chance one near to it. */
export function buildNumber(places: readonly ObjectSchema[], fits: Fits, random: Random): number {
  const step = Math.max(0, ...bounds(places, 'multipleOf')) || 1;
  const lowest = [...bounds(places, 'minimum'), ...bounds(places, 'exclusiveMinimum')];
  const highest = [...bounds(places, 'maximum'), ...bounds(places, 'exclusiveMaximum')];
  const most = highest.length > 0 ? Math.min(...highest) : undefined;
  const least = lowest.length > 0 ? Math.max(...lowest) : Math.min(1, most ?? 1);
  const from = Math.ceil(least / step) * step;
  const room = Math.min(100, Math.floor(((most ?? from + 100 * step) - from) / step));
  const near = from + Math.floor(random() * (Math.max(room, 0) + 1)) * step;
  const middle = ((most ?? least) + least) / 2;
  const candidates = [near, from, from + step, least, most, middle, 0].filter((value) => value !== undefined);
  return candidates.map(tidy).find((value) => fits(value)) ?? from;
}

// Multiples of fractions come out with rounding errors.
function tidy(value: number): number {
  return Number(value.toPrecision(15));
}

function bounds(places: readonly ObjectSchema[], keyword: string): number[] {
  return places.flatMap((place) => numberOf(place, keyword) ?? []);
}
