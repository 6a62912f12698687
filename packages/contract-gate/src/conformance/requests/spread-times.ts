// Gives the times of a request an order and a location of their own: a booking must end after it starts, and two bookings must
// not overlap.

import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import { type Conventions, splitWords } from '@keyframe/openapi-resources';
import type { Random } from '@keyframe/openapi-schema/values';
import { isWithinPath, type JsonPath } from './json-paths.ts';

/** The format `date-time`. */
export const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MOST_DAYS = 700;
const LATEST_MS = Date.UTC(9_999, 11, 31);

/** Whether a text is a date or a time with a date. */
export function isTime(value: JsonValue): value is string {
  return typeof value === 'string' && (DATE.test(value) || DATE_TIME.test(value));
}

/** How ranges are replaced. */
export interface SpreadOptions {
  conventions: Conventions;
  random: Random;
  /** The location of a time that stays; the other end of its range follows it. */
  kept?: JsonPath | undefined;
}

/** Replaces start and end of each object by a short range, in the past or in the future as its start is. */
export function spreadRanges(value: JsonValue, options: SpreadOptions, path: JsonPath = []): JsonValue {
  if (Array.isArray(value)) return value.map((item, index) => spreadRanges(item, options, [...path, index]));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    spreadRanges(member ?? null, options, [...path, name]),
  ]);
  const isHere = options.kept?.length === path.length + 1 && isWithinPath(options.kept, path);
  const kept = isHere ? String(options.kept?.at(-1)) : undefined;
  return { ...Object.fromEntries(members), ...spreadRange(value, { ...options, kept }) };
}

function spreadRange(
  value: JsonObject,
  { conventions, random, kept }: { conventions: Conventions; random: Random; kept: string | undefined },
): JsonObject {
  const times = Object.entries(value).filter(([, member]) => isTime(member ?? null));
  const find = (bound: 'lowerBound' | 'upperBound') =>
    times.find(([name]) => listBoundWords(name).some((word) => conventions.matches(bound, word)));
  const [lower, upper] = [find('lowerBound'), find('upperBound')];
  if (!lower || !upper || lower === upper) return {};
  const isDate = [lower, upper].some(([, member]) => DATE.test(String(member)));
  const lengthMs = isDate ? DAY_MS : HOUR_MS;
  const [from, to] = [String(lower[1]), String(upper[1])];
  const startMs = kept === upper[0] ? Date.parse(to) - lengthMs : drawTime(from, random);
  if (kept === lower[0]) return { [upper[0]]: writeTime(Date.parse(from) + lengthMs, to) };
  if (kept === upper[0]) return { [lower[0]]: writeTime(startMs, from) };
  return { [lower[0]]: writeTime(startMs, from), [upper[0]]: writeTime(startMs + lengthMs, to) };
}

// `startsAt`, `ends_on` and `checkIn` contain a bound as a word.
function listBoundWords(name: string): string[] {
  return splitWords(name).flatMap((word) => [word, word.replace(/s$/, '')]);
}

/** Replaces a single time by another one of the past or of the future. */
export function spreadTime(text: string, random: Random): string {
  return writeTime(drawTime(text, random), text);
}

// A server that accepted a time may accept only times until then, or since then.
function drawTime(like: string, random: Random): number {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const distance = Math.floor((Date.parse(like) - today) / DAY_MS) || MOST_DAYS;
  const days = 1 + Math.floor(random() * Math.min(Math.abs(distance), MOST_DAYS));
  return today + Math.sign(distance) * days * DAY_MS + Math.floor(random() * 24 * 60) * 60_000;
}

function writeTime(timeMs: number, like: string): string {
  // Beyond the years that a date can have, the value stays.
  if (!(Math.abs(timeMs) < LATEST_MS)) return like;
  const text = new Date(timeMs).toISOString();
  return DATE.test(like) ? text.slice(0, 10) : text.replace('.000', '');
}
