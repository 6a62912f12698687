// Replaces the texts of a request, since unique names would conflict.
import { isJsonObject, type JsonValue, type Operation, type Parameter } from '@keyframe/openapi-model';
import type { Conventions } from '../conventions.ts';
import { type Random, randomWord } from '../random.ts';
import type { SchemaSpace } from '../schema/schema-space.ts';
import { type Draft, parameterKey, withParameters } from './draft.ts';

type Path = readonly (number | string)[];

/** Replaces every text of a body without a fixed value, except the one at `kept`. */
export function freshen(
  draft: Draft,
  { space, random, kept }: { space: SchemaSpace; random: Random; kept?: Path },
): Draft {
  const { body } = draft;
  if (!body || !('value' in body) || !body.mediaType.schema) return draft;
  const { schema } = body.mediaType;
  const isValid = space.accepts(schema, body.value);
  let value = body.value;
  for (const path of textPaths(value)) {
    if (kept && kept.join('\n') === path.join('\n')) continue;
    const changed = changeText(value, path, random);
    if (space.accepts(schema, changed) === isValid) value = changed;
  }
  return { ...draft, body: { ...body, value } };
}

/** Finds the Idempotency-Key parameter of an operation. */
export function findIdempotencyKey(
  { parameters }: Pick<Operation, 'parameters'>,
  conventions: Conventions,
): Parameter | undefined {
  return parameters.find(
    ({ location, name }) => location === 'header' && conventions.matches('idempotencyKey', name),
  );
}

/**
 * Sets a new Idempotency-Key: a server may return the earlier response to a used key. A key that its schema rejects is the
 * tested value and stays.
 */
export function withFreshKey(
  draft: Draft,
  { space, random, conventions }: { space: SchemaSpace; random: Random; conventions: Conventions },
): Draft {
  const parameter = findIdempotencyKey(draft.operation, conventions);
  const schema = parameter?.schema;
  const value = parameter && draft.parameters.get(parameterKey(parameter));
  if (!parameter || !schema || typeof value !== 'string' || !space.accepts(schema, value)) return draft;
  const fresh = [randomWord(value.length, random), randomUuid(random)].find((key) =>
    space.accepts(schema, key),
  );
  return fresh === undefined ? draft : withParameters(draft, [[parameterKey(parameter), fresh]]);
}

function randomUuid(random: Random): string {
  const digits = (count: number) =>
    Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`;
}

function* textPaths(value: JsonValue, path: Path = []): Generator<Path> {
  if (typeof value === 'string') yield path;
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* textPaths(item, [...path, index]);
  else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) yield* textPaths(member ?? null, [...path, name]);
  }
}

const LEAST = 4;

function changeText(value: JsonValue, path: Path, random: Random): JsonValue {
  const [first, ...rest] = path;
  if (first === undefined) {
    const text = String(value);
    return /^[a-z]+$/.test(text) || /^\w*$/.test(text)
      ? randomWord(Math.max(text.length, LEAST), random)
      : value;
  }
  if (Array.isArray(value))
    return value.map((item, index) => (index === first ? changeText(item, rest, random) : item));
  if (!isJsonObject(value)) return value;
  return { ...value, [first]: changeText(value[first] ?? null, rest, random) };
}
