// Replaces values of a request that a server may require to be unique: names, addresses, times, numbers.

import type { JsonValue, Operation, Parameter } from '@keyframe/openapi-model';
import { type Random, randomWord, type SchemaSpace } from '@keyframe/openapi-values';
import type { Conventions } from '../conventions.ts';
import { replaceValue } from '../schema/variants/variants.ts';
import { type Draft, parameterKey, withParameters } from './draft.ts';
import { isWithinPath, type JsonPath, listScalars } from './json-paths.ts';
import { isTime, spreadRanges, spreadTime } from './spread-times.ts';

/** Values to replace: words and the own UUID only, or texts with a structure and times, too, or also numbers. */
export type Freshness = 1 | 2 | 3;
export const FRESHEST: Freshness = 3;

export interface FreshenOptions {
  space: SchemaSpace;
  conventions: Conventions;
  random: Random;
  freshness?: Freshness;
  /** The location of the tested value, which stays. */
  kept?: JsonPath | undefined;
  /** The valid request that an invalid one was derived from: its values are replaced in both. */
  twin?: Draft | undefined;
}

/** Replaces the values of a body that are not fixed, except the one at `kept`; validity stays the same. */
export function freshen(draft: Draft, options: FreshenOptions): Draft {
  const { twin } = options;
  if (!twin?.body || !draft.body || !('value' in twin.body) || !('value' in draft.body))
    return freshenOwn(draft, options);
  const fresh = freshenOwn(twin, options);
  const changed = new Map(listChanges(twin.body.value, fresh).map((one) => [JSON.stringify(one.path), one]));
  let { value } = draft.body;
  const { schema } = draft.body.mediaType;
  const isValid = (one: JsonValue) => !schema || options.space.accepts(schema, one);
  const wasValid = isValid(value);
  for (const { path, value: own } of listScalars(value)) {
    const change = changed.get(JSON.stringify(path));
    if (change?.from !== own || isWithinPath(path, options.kept)) continue;
    const next = replaceValue(value, path, change.to);
    // A repeated item is only invalid as long as both are the same.
    if (isValid(next) === wasValid) value = next;
  }
  return { ...draft, body: { ...draft.body, value } };
}

function listChanges(
  before: JsonValue,
  { body }: Draft,
): { path: JsonPath; from: JsonValue; to: JsonValue }[] {
  const after = body && 'value' in body ? [...listScalars(body.value)] : [];
  return [...listScalars(before)].flatMap(({ path, value: from }, index) => {
    const to = after[index]?.value;
    return to === undefined || to === from ? [] : [{ path, from, to }];
  });
}

function freshenOwn(draft: Draft, options: FreshenOptions): Draft {
  const { space, conventions, random, freshness = 1, kept } = options;
  const { body } = draft;
  if (!body || !('value' in body) || !body.mediaType.schema) return draft;
  const { schema } = body.mediaType;
  const isValid = space.accepts(schema, body.value);
  let { value } = body;
  const accept = (changed: JsonValue) => {
    if (space.accepts(schema, changed) !== isValid) return false;
    value = changed;
    return true;
  };
  for (const { path, value: own } of listScalars(value)) {
    if (isWithinPath(path, kept)) continue;
    const candidates = isUuid(own) ? listFreshIds(path, options) : listFresh(own, freshness, random);
    candidates.some((fresh) => accept(path.length === 0 ? fresh : replaceValue(value, path, fresh)));
  }
  if (freshness >= 2) accept(spreadRanges(value, { conventions, random, kept }));
  return { ...draft, body: { ...body, value } };
}

/** Puts the ends of ranges after their starts in a valid body. */
export function orderRanges<TDraft extends Draft>(
  draft: TDraft,
  { space, conventions, random }: FreshenOptions,
): TDraft {
  const { body } = draft;
  if (!body || !('value' in body) || !body.mediaType.schema) return draft;
  const value = spreadRanges(body.value, { conventions, random });
  const isUseful =
    JSON.stringify(value) !== JSON.stringify(body.value) && space.accepts(body.mediaType.schema, value);
  return isUseful ? { ...draft, body: { ...body, value } } : draft;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function isUuid(value: JsonValue): boolean {
  return typeof value === 'string' && UUID.test(value);
}

// The id of the resource itself may be taken; another one refers to a resource that exists.
function listFreshIds(path: JsonPath, { conventions, random }: FreshenOptions): string[] {
  const isOwn = path.length <= 1 && conventions.matches('resourceId', String(path[0]));
  return isOwn ? [randomUuid(random)] : [];
}

function listFresh(value: JsonValue, freshness: Freshness, random: Random): JsonValue[] {
  if (isTime(value)) return freshness >= 2 ? [spreadTime(value, random)] : [];
  if (typeof value === 'string') return freshTexts(value, freshness, random);
  if (freshness < 3 || typeof value !== 'number' || !Number.isInteger(value)) return [];
  return FRESH_LIMITS.map((limit) => 1 + Math.floor(random() * limit));
}

const FRESH_LIMITS = [1_000_000, 9_999, 100];
const LEAST = 8;
const LEAST_WORD = 4;

/** Lists other texts with the same structure, the most unlikely to exist first. */
function freshTexts(text: string, freshness: Freshness, random: Random): string[] {
  // Addresses lead somewhere.
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return [];
  const altered = freshness >= 2 ? alterTexts(text, random) : [];
  if (!/^\w*$/.test(text)) return altered;
  // A long word hardly ever exists, but the text may have to be short.
  const long = freshness >= 2 && text.length < LEAST ? [randomWord(LEAST, random)] : [];
  return [...long, randomWord(Math.max(text.length, LEAST_WORD), random), ...altered];
}

function alterTexts(text: string, random: Random): string[] {
  const word = randomWord(LEAST, random);
  const runs = [...text.matchAll(/[A-Za-z0-9]+/g)];
  const within = (run: RegExpExecArray | RegExpMatchArray, replacement: string) =>
    `${text.slice(0, run.index)}${replacement}${text.slice((run.index ?? 0) + run[0].length)}`;
  const digits = String(10 ** LEAST + Math.floor(random() * 9 * 10 ** LEAST));
  return [
    // In an e-mail or a slug, a word replaces or extends one part.
    ...runs.map((run) => within(run, word)),
    ...runs.map((run) => within(run, `${run[0]}${word}`)),
    ...runs.map((run) => within(run, scramble(run[0], random))).filter((one) => one !== text),
    scramble(text, random),
    ...runs.map((run) => within(run, digits)),
  ].filter((one) => one !== text);
}

/** Replaces each letter and digit by another one of its kind. */
function scramble(text: string, random: Random): string {
  const draw = (characters: string) => characters[Math.floor(random() * characters.length)] ?? '';
  return text
    .replaceAll(/\d/g, () => draw('0123456789'))
    .replaceAll(/[a-z]/g, () => draw('abcdefghijklmnopqrstuvwxyz'))
    .replaceAll(/[A-Z]/g, () => draw('ABCDEFGHIJKLMNOPQRSTUVWXYZ'));
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
