// Builds texts and numbers that scalar keywords accept.
import type { JsonValue } from '@keyframe/openapi-model';
import { listKeyword } from '../facts/schema-facts.ts';
import type { SchemaNode } from '../nodes/schema-node.ts';
import { drawText, type WordWriter } from './draw-text.ts';
import { textOfPattern } from './pattern-text.ts';
import { pick, type Random } from './random.ts';

type Fits = (value: JsonValue) => boolean;

/** How to build a text. */
interface TextOptions {
  fits: Fits;
  random: Random;
  writeWord: WordWriter;
}

// Characters that most formats allow.
const PLAIN = [...'a1b2c0'];
const BATCHES = 48;

/** Builds a text: of the patterns and formats, else a word. */
export function buildString(
  schemaNodes: readonly SchemaNode[],
  { fits, random, writeWord }: TextOptions,
): string {
  const least = Math.max(0, ...listKeyword(schemaNodes, 'minLength'));
  const most = Math.min(Number.MAX_SAFE_INTEGER, ...listKeyword(schemaNodes, 'maxLength'));
  const shapes = schemaNodes.filter(
    ({ keywords: { pattern, format } }) => pattern !== undefined || format !== undefined,
  );
  const word = () => writeWord({ least, most }, random);
  if (shapes.length === 0) return word();
  const examples = schemaNodes.flatMap(({ annotations }) => [...annotations.examples, annotations.default]);
  const allowed = examples.filter((value) => typeof value === 'string' && fits(value)) as string[];
  const patterns = listKeyword(shapes, 'pattern');
  const formats = listKeyword(shapes, 'format');
  for (let batch = 0; batch < BATCHES; batch += 1) {
    // A text of the pattern alone looks less like one of the format: `https://` is a URI.
    const isPatternDrawn = formats.length === 0 || batch >= BATCHES / 4;
    const drawn = [
      ...formats.map((format) => drawText({ format }, random)).filter((text) => text !== undefined),
      ...(isPatternDrawn
        ? patterns.flatMap((pattern) => drawPattern(pattern, { formats, least }, random))
        : []),
    ];
    const text = pick([...new Set([...drawn.filter(fits), ...allowed])], random);
    if (text !== undefined) return text;
  }
  return word();
}

// Texts of a pattern, and of a format with a beginning or an end that the pattern requires.
function drawPattern(
  pattern: string,
  { formats, least }: { formats: readonly string[]; least: number },
  random: Random,
): string[] {
  const text = textOfPattern(pattern, random, { least });
  const plain = textOfPattern(pattern, random, { letters: PLAIN, least });
  const joined = formats.flatMap((format) => {
    const formatted = drawText({ format }, random) ?? '';
    const remainder = formatted.replace(/^[a-z]+:\/\//, '');
    return [
      `${plain}${remainder}`,
      `a${plain}`,
      `${formatted}${plain}`,
      `${plain}${formatted.slice(plain.length)}`,
      `${formatted.slice(0, -plain.length)}${plain}`,
    ];
  });
  return formats.length === 0 ? [text] : [text, plain, ...joined];
}

/** Builds a number: the least allowed one, or by chance one near to it. */
export function buildNumber(schemaNodes: readonly SchemaNode[], fits: Fits, random: Random): number {
  const step = Math.max(0, ...listKeyword(schemaNodes, 'multipleOf')) || 1;
  const excluded = listKeyword(schemaNodes, 'exclusiveMinimum');
  const lowest = [...listKeyword(schemaNodes, 'minimum'), ...excluded];
  const highest = [...listKeyword(schemaNodes, 'maximum'), ...listKeyword(schemaNodes, 'exclusiveMaximum')];
  const max = highest.length > 0 ? Math.min(...highest) : undefined;
  const min = lowest.length > 0 ? Math.max(...lowest) : Math.min(1, max ?? 1);
  const first = Math.ceil(min / step) * step;
  const from = excluded.includes(first) ? first + step : first;
  const room = Math.min(100, Math.floor(((max ?? from + 100 * step) - from) / step));
  const near = from + Math.floor(random() * (Math.max(room, 0) + 1)) * step;
  const middle = ((max ?? min) + min) / 2;
  const candidates = [near, from, from + step, min, max, middle, 0].filter((value) => value !== undefined);
  return candidates.map(tidy).find((value) => fits(value)) ?? from;
}

// Multiples of fractions come out with rounding errors.
function tidy(value: number): number {
  return Number(value.toPrecision(15));
}
