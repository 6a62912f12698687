// The redelivery that a server owes to a failing receiver, from the configuration, the extension `x-callback-retries` or,
// for warnings only, from English descriptions.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Operation,
  valueAt,
} from '@keyframe/openapi-model';

/** When and how often a failed delivery is repeated. */
export interface RetryPolicy {
  /** Whether only English text of the document states the policy: its findings are warnings then. */
  isFromText: boolean;
  isExpected: boolean;
  /** Deliveries after the first one; undefined if unknown. */
  count: number | undefined;
  /** Milliseconds before each redelivery; empty if unknown. */
  pausesMs: readonly number[];
}

const PROMISE =
  /\b(?:retr(?:y|ies|ied)|repeat(?:s|ed)?|re-?deliver(?:s|ed|y)?|re-?sent|sent again|attempts?)\b/i;
const NEGATION = /\b(?:not|never|no)\s+(?:be\s+)?(?:retr|repeat|re-?deliver|re-?sent)/i;
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

/** Number of redeliveries, or the pause before each in milliseconds: the form of the option and of the extension. */
export type Retries = number | readonly number[];

/** The extension of a callback or webhook operation that contains its `Retries`. */
const RETRIES_EXTENSION = 'x-callback-retries';

/** Finds the policy of callback operations. Redeliveries that the document plans after `withinMs` are not awaited. */
export function findRetryPolicy(
  operations: readonly Operation[],
  document: JsonObject,
  { configured, withinMs }: { configured: Retries | undefined; withinMs: number },
): RetryPolicy {
  if (configured !== undefined) return createPolicy(configured);
  const [declared] = operations.flatMap(({ pointer }) => {
    const operation = valueAt(document, pointer);
    const retries = isJsonObject(operation) ? toRetries(operation[RETRIES_EXTENSION]) : undefined;
    return retries === undefined ? [] : [retries];
  });
  if (declared !== undefined) return limitPolicy(createPolicy(declared), withinMs);
  return limitPolicy(readTexts(listTexts(operations, document)), withinMs);
}

function createPolicy(retries: Retries): RetryPolicy {
  const count = typeof retries === 'number' ? retries : retries.length;
  return {
    isFromText: false,
    isExpected: count > 0,
    count,
    pausesMs: typeof retries === 'number' ? [] : retries,
  };
}

function toRetries(value: JsonValue | undefined): Retries | undefined {
  if (typeof value === 'number') return value;
  return Array.isArray(value) && value.every((pause) => typeof pause === 'number') ? value : undefined;
}

function limitPolicy({ isExpected, count, pausesMs, ...policy }: RetryPolicy, withinMs: number): RetryPolicy {
  const [first = 0] = pausesMs;
  const isSoon = pausesMs.reduce((sum, pause) => sum + pause, 0) <= withinMs;
  return {
    ...policy,
    isExpected: isExpected && first <= withinMs,
    count: isSoon ? count : undefined,
    pausesMs,
  };
}

function listTexts(operations: readonly Operation[], document: JsonObject): string[] {
  return operations.flatMap(({ description = '', summary = '', responses, tags }) => [
    description,
    summary,
    ...responses.map((response) => response.description),
    ...tagDescriptions(document, tags),
  ]);
}

function tagDescriptions({ tags }: JsonObject, names: readonly string[]): string[] {
  if (!Array.isArray(tags)) return [];
  return tags
    .filter(isJsonObject)
    .filter(({ name }) => names.includes(String(name)))
    .map(({ description }) => description)
    .filter((description) => typeof description === 'string');
}

function readTexts(texts: readonly string[]): RetryPolicy {
  const promises = texts.filter((text) => PROMISE.test(text) && !NEGATION.test(text));
  const counts = promises.map((text) => COUNT.exec(text)?.[1]?.toLowerCase());
  const number = counts.find((word) => word !== undefined);
  const pauses = promises.flatMap((text) => parsePauses(text));
  const count = number === undefined ? undefined : (WORDS[number] ?? Number(number));
  // A single pause applies to each redelivery.
  const [only = 0] = pauses;
  return {
    isFromText: true,
    isExpected: promises.length > 0,
    count: count ?? (pauses.length > 1 ? pauses.length : undefined),
    pausesMs: pauses.length === 1 ? Array.from({ length: count ?? 1 }, () => only) : pauses,
  };
}

function parsePauses(text: string): number[] {
  const [, after = ''] = PAUSES.exec(text.replaceAll(/\s+/g, ' ')) ?? [];
  return [...after.matchAll(PAUSE)].map(([, number, unit = 's']) => Number(number) * unitMs(unit));
}

function unitMs(unit: string): number {
  if (/^m(?:s|illi)/i.test(unit)) return 1;
  return { s: 1_000, m: 60_000, h: 3_600_000 }[unit.charAt(0).toLowerCase()] ?? 1_000;
}

// A server may add jitter and be busy, but must not be early.
const EARLIEST = 0.9;
const LATEST = 1.5;

/** Returns the time after a failure in which a redelivery may arrive; undefined if the pause is unknown. */
export function retryWindow(
  { pausesMs }: Pick<RetryPolicy, 'pausesMs'>,
  { index, waitMs }: { index: number; waitMs: number },
): { fromMs: number; untilMs: number } | undefined {
  const pause = pausesMs[index];
  if (pause === undefined) return undefined;
  return { fromMs: pause * EARLIEST, untilMs: pause * LATEST + waitMs };
}
