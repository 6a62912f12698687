import { UsageError } from '@keyframe/openapi-tooling/command';

/** Reads an absolute HTTP URL. Throws UsageError. */
export function readUrl(option: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(`--${option} must be an absolute http or https URL (got "${text}").`);
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Reads a duration, `90s`, `10m` or plain seconds, as milliseconds. Throws UsageError. */
export function readDuration(option: string, text: string): number {
  const { number, unit = 's' } = /^(?<number>\d+(?:\.\d+)?)(?<unit>ms|s|m|h)?$/.exec(text)?.groups ?? {};
  if (number === undefined || Number(number) === 0)
    throw new UsageError(`--${option} must be a duration such as 90s or 10m (got "${text}").`);
  return Number(number) * (UNITS[unit] ?? 1000);
}

/** Reads a day, `2026-11-22`. Throws UsageError. */
export function readDay(option: string, text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new UsageError(`--${option} must be a date such as 2026-11-22 (got "${text}").`);
}

/** Reads a whole number within bounds. Throws UsageError. */
export function readCount(
  option: string,
  text: string,
  { least = 0, most = Number.MAX_SAFE_INTEGER } = {},
): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= least && number <= most && text !== '') return number;
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} or greater` : `between ${least} and ${most}`;
  throw new UsageError(`--${option} must be a whole number, ${range} (got "${text}").`);
}
