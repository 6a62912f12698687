// How numbers and times are written.
const NUMBER = new Intl.NumberFormat('en-US');
const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const INSTANT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const AGE = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

/** Writes large numbers as 12.3K. */
export function formatShort(value: number): string {
  return SHORT.format(value);
}

/** Writes a share, between 0 and 1. */
export function formatShare(value: number): string {
  return PERCENT.format(value);
}

export function formatInstant(date: Date): string {
  return INSTANT.format(date);
}

/** Writes a day of the calendar in UTC, as the server counts days. */
export function formatDay(date: Date): string {
  return DAY.format(date);
}

/** Writes how long ago a time was, or how far ahead; beyond a month, the day. */
export function formatAge(date: Date, now: Date): string {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  if (Math.abs(seconds) > 30 * 86_400) return DATE.format(date);
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return AGE.format(Math.trunc(seconds / length), unit);
  }
  return seconds > -5 && seconds <= 0 ? 'just now' : AGE.format(seconds, 'second');
}

/** Writes a duration given in milliseconds. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
