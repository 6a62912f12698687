// Replaces values of a request that a server may require to be unique: names, addresses, times, numbers.

import type { JsonValue } from '@keyframe/openapi-model';
import { type Conventions, findIdempotencyKey } from '@keyframe/openapi-resources';
import { pick, type Random, randomWord } from '@keyframe/openapi-schema/values';
import { replaceValue } from '../schema/variants/variants.ts';
import {
  bodyMediaType,
  type Draft,
  parameterKey,
  sentValue,
  withBodyValue,
  withParameters,
} from './draft.ts';
import { isWithinPath, type JsonPath, listScalars } from './json-paths.ts';
import type { RequestContext } from './query-meaning.ts';
import { isTime, spreadRanges, spreadTime } from './spread-times.ts';

/** Values to replace: none, words and the own UUID only, or texts with a structure and times, too, or also numbers. */
export type Freshness = 0 | 1 | 2 | 3;
export const FRESHEST: Freshness = 3;

export interface FreshenOptions {
  random: Random;
  /** 1 by default. */
  freshness?: Freshness;
  /** The location of the tested value, which stays. */
  kept?: JsonPath | undefined;
  /** The valid request that an invalid one was derived from: its values are replaced in both. */
  twin?: Draft | undefined;
}

/** Replaces the values of a body that are not fixed, except the one at `kept`; validity stays the same. */
export function freshen(draft: Draft, context: RequestContext, options: FreshenOptions): Draft {
  const { twin } = options;
  let value = sentValue(draft);
  if (!twin || sentValue(twin) === undefined || value === undefined)
    return freshenOwn(draft, context, options);
  const fresh = freshenOwn(twin, context, options);
  const changed = new Map(listChanges(twin, fresh).map((one) => [JSON.stringify(one.path), one]));
  const schema = bodyMediaType(draft)?.schema;
  const isValid = (one: JsonValue) => !schema || context.requests.accepts(schema, one);
  const wasValid = isValid(value);
  for (const { path, value: own } of listScalars(value)) {
    const change = changed.get(JSON.stringify(path));
    if (change?.from !== own || isWithinPath(path, options.kept)) continue;
    const next = replaceValue(value, path, change.to);
    // A repeated item is only invalid as long as both are the same.
    if (isValid(next) === wasValid) value = next;
  }
  return withBodyValue(draft, value);
}

function listChanges(before: Draft, after: Draft): { path: JsonPath; from: JsonValue; to: JsonValue }[] {
  const fresh = [...listScalars(sentValue(after))];
  return [...listScalars(sentValue(before))].flatMap(({ path, value: from }, index) => {
    const to = fresh[index]?.value;
    return to === undefined || to === from ? [] : [{ path, from, to }];
  });
}

function freshenOwn(
  draft: Draft,
  { requests, conventions }: RequestContext,
  { random, freshness = 1, kept }: FreshenOptions,
): Draft {
  const schema = bodyMediaType(draft)?.schema;
  const sent = sentValue(draft);
  if (freshness === 0 || !schema || sent === undefined) return draft;
  const isValid = requests.accepts(schema, sent);
  let value = sent;
  const accept = (changed: JsonValue) => {
    if (requests.accepts(schema, changed) !== isValid) return false;
    value = changed;
    return true;
  };
  for (const { path, value: own } of listScalars(value)) {
    if (isWithinPath(path, kept)) continue;
    const candidates = isUuid(own)
      ? listFreshIds(path, conventions, random)
      : listFresh(own, freshness, random);
    candidates.some((fresh) => accept(path.length === 0 ? fresh : replaceValue(value, path, fresh)));
  }
  if (freshness >= 2) accept(spreadRanges(value, { conventions, random, kept }));
  return withBodyValue(draft, value);
}

/** Puts the ends of ranges after their starts in a valid body. */
export function orderRanges<TDraft extends Draft>(
  draft: TDraft,
  { requests, conventions }: RequestContext,
  random: Random,
): TDraft {
  const schema = bodyMediaType(draft)?.schema;
  const sent = sentValue(draft);
  if (!schema || sent === undefined) return draft;
  const value = spreadRanges(sent, { conventions, random });
  const isUseful = JSON.stringify(value) !== JSON.stringify(sent) && requests.accepts(schema, value);
  return isUseful ? withBodyValue(draft, value) : draft;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether a value is the text of a UUID. */
export function isUuid(value: JsonValue): boolean {
  return typeof value === 'string' && UUID.test(value);
}

// The id of the resource itself may be taken; another one refers to a resource that exists.
function listFreshIds(path: JsonPath, conventions: Conventions, random: Random): string[] {
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
    ...runs
      .map((run) => within(run, redraw(run[0], [DIGITS, ...LETTERS], random)))
      .filter((one) => one !== text),
    redraw(text, [DIGITS, ...LETTERS], random),
    ...runs.map((run) => within(run, digits)),
  ].filter((one) => one !== text);
}

export const DIGITS = '0123456789';
export const LETTERS = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Replaces each character of an alphabet by a random one of the same alphabet. */
export function redraw(text: string, alphabets: readonly string[], random: Random): string {
  return alphabets.reduce(
    (drawn, alphabet) =>
      drawn.replaceAll(new RegExp(`[${alphabet}]`, 'g'), () => pick([...alphabet], random) ?? ''),
    text,
  );
}

/**
 * Sets a new Idempotency-Key: a server may return the earlier response to a used key. A key that its schema rejects is the
 * tested value and stays.
 */
export function withFreshKey(draft: Draft, { requests, conventions }: RequestContext, random: Random): Draft {
  const parameter = findIdempotencyKey(draft.operation, conventions);
  const schema = parameter?.schema;
  const value = parameter && draft.parameters.get(parameterKey(parameter));
  if (!parameter || !schema || typeof value !== 'string' || !requests.accepts(schema, value)) return draft;
  const fresh = [randomWord(value.length, random), randomUuid(random)].find((key) =>
    requests.accepts(schema, key),
  );
  return fresh === undefined ? draft : withParameters(draft, [[parameterKey(parameter), fresh]]);
}

function randomUuid(random: Random): string {
  const digits = (count: number) =>
    Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`;
}
