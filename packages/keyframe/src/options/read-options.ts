// Readers of values of options, from the command line or from the configuration.
import { isJsonObject } from '@keyframe/openapi-model';
import { UsageError } from '../command/usage-error.ts';

/** Reads an absolute HTTP URL. Throws UsageError. */
export function readUrl(value: string | URL, label: string): URL {
  const url = URL.canParse(String(value)) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(`${label} must be an absolute http or https URL (got "${value}").`);
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Reads a duration with its unit, `90s` or `10m`, as milliseconds. Throws UsageError. */
export function readDuration(value: string, label: string): number {
  const { number, unit = '' } = /^(?<number>\d+(?:\.\d+)?)(?<unit>ms|s|m|h)$/.exec(value)?.groups ?? {};
  if (Number(number) > 0) return Number(number) * (UNITS[unit] ?? 1000);
  throw new UsageError(`${label} must be a duration such as 90s or 10m (got "${value}").`);
}

/** Reads a day, `2026-11-22`. Throws UsageError. */
export function readDay(value: string, label: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))) return value;
  throw new UsageError(`${label} must be a date such as 2026-11-22 (got "${value}").`);
}

/** Creates the reader of a whole number within bounds, which throws UsageError. */
export function readCount({ least = 0, most = Number.MAX_SAFE_INTEGER } = {}) {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  return (value: number | string, label: string): number => {
    const number = typeof value === 'number' || /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
    if (Number.isSafeInteger(number) && number >= least && number <= most) return number;
    throw new UsageError(`${label} must be a whole number ${range} (got ${JSON.stringify(value)}).`);
  };
}

/** Reads a port. Throws UsageError. */
export const readPort = readCount({ most: 65_535 });

/**
 * Reads named values: texts `name=value` of the command line, or the members of an object of the configuration. A name ends
 * at the last equals sign by default. Throws UsageError.
 */
export function readPairs(
  value: unknown,
  label: string,
  findEnd = (text: string) => text.lastIndexOf('='),
): Record<string, string> {
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
  }
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  return Object.fromEntries(
    texts.map((text) => {
      const end = findEnd(String(text));
      if (end < 1) throw new UsageError(`${label} must be <name>=<value> (got "${text}").`);
      return [String(text).slice(0, end), String(text).slice(end + 1)];
    }),
  );
}
