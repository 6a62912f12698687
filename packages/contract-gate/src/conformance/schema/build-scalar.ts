// Builds texts and numbers that scalar keywords accept.
import { createSamples } from '@keyframe/openapi-hono/testing';
import type { JsonValue } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { pick, type Random, randomWord } from '../random.ts';

type Fits = (value: JsonValue) => boolean;

const WORD = 10;
const BATCHES = 24;

/** Builds a text; one without pattern and format hardly ever comes twice. */
export function buildString(schemaNodes: readonly SchemaNode[], fits: Fits, random: Random): string {
  const least = Math.max(0, ...bounds(schemaNodes, 'minLength'));
  const most = Math.min(Number.MAX_SAFE_INTEGER, ...bounds(schemaNodes, 'maxLength'));
  const shapes = schemaNodes.filter(
    ({ keywords: { pattern, format } }) => pattern !== undefined || format !== undefined,
  );
  const word = () => randomWord(Math.min(Math.max(WORD, least), Math.max(most, least)), random);
  if (shapes.length === 0) return word();
  const given = schemaNodes.flatMap(({ annotations }) => [...annotations.examples, annotations.default]);
  const allowed = given.filter((value) => typeof value === 'string' && fits(value)) as string[];
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const drawn = drawTexts(shapes, least, random).filter(fits);
    const text = pick([...new Set([...drawn, ...allowed])], random);
    if (text !== undefined) return text;
  }
  return word();
}

// One at a time: most patterns are met at once, and long lists hold many texts.
function drawTexts(shapes: readonly SchemaNode[], minLength: number, random: Random): string[] {
  const seed = Math.floor(random() * 2 ** 31);
  return shapes.flatMap(({ keywords: { pattern, format, maxLength } }) => {
    const shape = {
      ...(pattern === undefined ? {} : { pattern }),
      ...(format === undefined ? {} : { format }),
      ...(maxLength === undefined ? {} : { maxLength }),
      type: 'string',
      minLength,
    };
    const texts = createSamples({}, shape, { count: 1, seed });
    return texts.filter((text) => typeof text === 'string');
  });
}

/** Builds a number: the least allowed one, or by chance one near to it. */
export function buildNumber(schemaNodes: readonly SchemaNode[], fits: Fits, random: Random): number {
  const step = Math.max(0, ...bounds(schemaNodes, 'multipleOf')) || 1;
  const lowest = [...bounds(schemaNodes, 'minimum'), ...bounds(schemaNodes, 'exclusiveMinimum')];
  const highest = [...bounds(schemaNodes, 'maximum'), ...bounds(schemaNodes, 'exclusiveMaximum')];
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

type BoundName =
  | `${'exclusiveMax' | 'exclusiveMin' | 'max' | 'min'}imum`
  | `${'max' | 'min'}Length`
  | 'multipleOf';

function bounds(schemaNodes: readonly SchemaNode[], name: BoundName): number[] {
  return schemaNodes.flatMap(({ keywords }) => keywords[name] ?? []);
}
