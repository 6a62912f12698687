// Ids of new resources: like the documented example, and different for each resource of a world.
import type { JsonValue } from '@keyframe/openapi-model';
import { type ResourceKind, unwrap } from '@keyframe/openapi-resources';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { listApplied } from '@keyframe/openapi-schema/facts';

// A prime that divides no power of a radix: products with it are different, and far from one another.
const STEP = 2_654_435_761n;
const LENGTH_OF_SCATTERED = 8;

/**
 * Writes an id like an example: the last run of digits, hexadecimal digits or letters is another one for each number. If
 * it is long, the ids of neighboring numbers differ in several characters, so that a mistyped id is not found.
 */
export function varyId(example: string, number: number): string {
  const [, head = '', tail = ''] = /^(.*?)([0-9a-zA-Z]*)$/s.exec(example) ?? [];
  if (tail === '') return `${example}${number}`;
  const radix = /^\d+$/.test(tail) ? 10 : /^[0-9a-f]+$/.test(tail) ? 16 : 36;
  const length = Math.min(tail.length, 12);
  const isScattered = length >= LENGTH_OF_SCATTERED;
  const scattered = () => (BigInt(number) * STEP) % BigInt(radix) ** BigInt(length);
  const digits = (isScattered ? scattered() : number).toString(radix);
  const counted = digits.padStart(length, '0').slice(-Math.max(length, digits.length));
  const kept = tail.slice(0, tail.length - length);
  return `${head}${kept}${/^[0-9A-Z]+$/.test(tail) ? counted.toUpperCase() : counted}`;
}

/** The inputs of an id. */
export interface IdOptions {
  /** An id of the document. */
  example: JsonValue | undefined;
  /** The number of the resource in its world, from 1. */
  number: number;
  accepts: (value: JsonValue) => boolean;
  /** Other ids to try. */
  generated: readonly (JsonValue | undefined)[];
  /** The bounds of a number, if there is an upper one. */
  range?: { least: number; most: number } | undefined;
}

const LETTERS = 26;
const FIRST_CHARACTERS = ['0', 'a', 'A'];

function isSameClass(left: string, right: string): boolean {
  return [/^\d/, /^[a-z]/, /^[A-Z]/].some((pattern) => pattern.test(left) && pattern.test(right));
}

// Runs of digits or letters of one case, the last one first: a pattern may allow nothing else.
function* varyRuns(example: string, number: number): Generator<string> {
  for (const { 0: run, index } of [...example.matchAll(/\d+|[a-z]+|[A-Z]+/g)].toReversed()) {
    const first = FIRST_CHARACTERS.find((character) => isSameClass(character, run)) ?? 'A';
    const radix = first === '0' ? 10 : LETTERS;
    const varied = Array.from({ length: run.length }, (_, position) => {
      const digit = Math.floor(number / radix ** (run.length - 1 - position)) % radix;
      return String.fromCharCode(first.charCodeAt(0) + digit);
    });
    yield `${example.slice(0, index)}${varied.join('')}${example.slice(index + run.length)}`;
  }
}

function* listCandidates({ number, example, generated, range }: IdOptions): Generator<number | string> {
  const samples = [example, ...generated];
  for (const id of samples) {
    if (typeof id === 'number') yield number;
    if (typeof id === 'string') yield varyId(id, number);
  }
  for (const id of samples) if (typeof id === 'string') yield* varyRuns(id, number);
  yield number;
  yield String(number);
  yield varyId('00000000-0000-4000-8000-000000000000', number);
  yield `id_${number}`;
  for (const id of samples) if (typeof id === 'number') yield id + number;
  if (range) yield range.least + ((number - 1) % (range.most - range.least + 1));
}

/** Finds the bounds of the numbers that a schema accepts; undefined without an upper one. */
export function findRange(schema: SchemaNode): IdOptions['range'] {
  const all = listApplied(schema).map(({ keywords }) => keywords);
  const maxima = all.map(
    ({ maximum = Number.POSITIVE_INFINITY, exclusiveMaximum = Number.POSITIVE_INFINITY }) =>
      Math.min(maximum, exclusiveMaximum - 1),
  );
  const minima = all.map(({ minimum = 1, exclusiveMinimum = 0 }) => Math.max(minimum, exclusiveMinimum + 1));
  const range = { least: Math.ceil(Math.max(...minima, 1)), most: Math.floor(Math.min(...maxima)) };
  return Number.isFinite(range.most) && range.most >= range.least ? range : undefined;
}

/** Makes an id that a schema accepts. */
export function makeId(options: IdOptions): number | string {
  const { number, accepts, generated } = options;
  for (const candidate of listCandidates(options)) {
    if (accepts(candidate)) return candidate;
  }
  const fallback = generated.find((id) => typeof id === 'string' || typeof id === 'number');
  return fallback ?? String(number);
}

/** Reads the id that the body of a creation chooses, which may be around the resource, as that of a response is. */
export function getChosenId(
  { envelope: { path, idProperty } }: Pick<ResourceKind, 'envelope'>,
  body: JsonValue | undefined,
): number | string | undefined {
  if (idProperty === undefined) return undefined;
  const chosen = unwrap(body, path)?.[idProperty] ?? Object(body)[idProperty];
  // No path can contain an empty id.
  const isId = (typeof chosen === 'string' && chosen !== '') || typeof chosen === 'number';
  return isId ? chosen : undefined;
}
