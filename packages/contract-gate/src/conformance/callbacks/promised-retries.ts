// What a document says of deliveries that failed: whether they are repeated, how often, and after which pauses.
import { isJsonObject, type JsonObject, type Operation } from '@keyframe/openapi-model';

/** What a server owes to a receiver that fails. */
export interface RetryPromise {
  isPromised: boolean;
  /** Deliveries after the first one; undefined where no number is given. */
  count: number | undefined;
  /** Milliseconds before each of them; empty where they are not given. */
  pausesMs: readonly number[];
}

const PROMISE =
  /\b(?:retr(?:y|ies|ied)|repeat(?:s|ed)?|re-?deliver(?:s|ed|y)?|re-?sent|sent again|attempts?)\b/i;
const REFUSED = /\b(?:not|never|no)\s+(?:be\s+)?(?:retr|repeat|re-?deliver|re-?sent)/i;
const WORDS: Readonly<Record<string, number>> = {
  once: 1,
  twice: 2,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
};
const COUNT =
  /\b(?:retr\w*|repeat\w*|re-?deliver\w*)\b[^.;]*?\b(?:up to|at most)?\s*(\d+|once|twice|one|two|three|four|five)(?:\s+(?:more\s+)?times)?\b(?!\s*(?:ms|s|m|h|milli\w*|sec\w*|min\w*|hours?)\b)/i;
const PAUSES = /\b(?:retr\w*|repeat\w*|re-?deliver\w*|attempts?)\b[^.;]*?\bafter\b([^.;]*)/i;
const PAUSE = /(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|sec(?:onds?)?|m|min(?:utes?)?|h|hours?)\b/gi;

/**
 * Reads the promise from the texts of operations and of their tags; what is given wins: a number, or the pauses. What
 * the texts promise for later than `withinMs` is not waited for.
 */
export function promisedRetries(
  operations: readonly Operation[],
  document: JsonObject,
  { given, withinMs }: { given: number | readonly number[] | undefined; withinMs: number },
): RetryPromise {
  if (typeof given === 'number') return { isPromised: given > 0, count: given, pausesMs: [] };
  if (given) return { isPromised: given.length > 0, count: given.length, pausesMs: given };
  const texts = operations.flatMap(({ description = '', summary = '', responses, tags }) => [
    description,
    summary,
    ...responses.map((response) => response.description),
    ...tagTexts(document, tags),
  ]);
  const promises = texts.filter((one) => PROMISE.test(one) && !REFUSED.test(one));
  const numbers = promises.flatMap((text) => COUNT.exec(text)?.[1]?.toLowerCase() ?? []);
  const [number] = numbers;
  const pauses = promises.flatMap((text) => pausesIn(text));
  const declared = number === undefined ? undefined : (WORDS[number] ?? Number(number));
  // One pause is said once and holds for all.
  const [only = 0] = pauses;
  const pausesMs = pauses.length === 1 ? Array.from({ length: declared ?? 1 }, () => only) : pauses;
  const count = declared ?? (pauses.length > 1 ? pauses.length : undefined);
  const [first = 0] = pausesMs;
  const isSoon = pausesMs.reduce((sum, pause) => sum + pause, 0) <= withinMs;
  return {
    isPromised: promises.length > 0 && first <= withinMs,
    count: isSoon ? count : undefined,
    pausesMs,
  };
}

function tagTexts({ tags }: JsonObject, names: readonly string[]): string[] {
  if (!Array.isArray(tags)) return [];
  return tags
    .filter(isJsonObject)
    .flatMap(({ name, description }) =>
      names.includes(String(name)) && typeof description === 'string' ? [description] : [],
    );
}

function pausesIn(text: string): number[] {
  const [, after = ''] = PAUSES.exec(text.replaceAll(/\s+/g, ' ')) ?? [];
  return [...after.matchAll(PAUSE)].map(([, number, unit = 's']) => Number(number) * millisecondsIn(unit));
}

function millisecondsIn(unit: string): number {
  if (/^m(?:s|illi)/i.test(unit)) return 1;
  return { s: 1_000, m: 60_000, h: 3_600_000 }[unit.charAt(0).toLowerCase()] ?? 1_000;
}

// A server may wait a little longer, to spread its load, and be busy; it must not come early.
const EARLIEST = 0.9;
const LATEST = 1.5;

/** Tells how soon after a failure a repetition may come, and how late; undefined where nothing is said of it. */
export function windowOf(
  { pausesMs }: RetryPromise,
  { index, waitMs }: { index: number; waitMs: number },
): { fromMs: number; untilMs: number } | undefined {
  const pause = pausesMs[index];
  if (pause === undefined) return undefined;
  return { fromMs: pause * EARLIEST, untilMs: pause * LATEST + waitMs };
}
