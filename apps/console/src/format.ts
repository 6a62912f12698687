// How numbers and times are written.

/** Makes a formatter when it is first used: each costs a slow phone some milliseconds, and no page uses all. */
function lazily<TFormat>(make: () => TFormat): () => TFormat {
  let format: TFormat | undefined;
  return () => {
    format ??= make();
    return format;
  };
}

const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  lazily(() => new Intl.DateTimeFormat('en-US', options));
const numberFormat = (options: Intl.NumberFormatOptions) =>
  lazily(() => new Intl.NumberFormat('en-US', options));

const short = numberFormat({ notation: 'compact', maximumFractionDigits: 1 });
const percent = numberFormat({ style: 'percent', maximumFractionDigits: 1 });
const instant = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' });
const date = dateFormat({ dateStyle: 'medium' });
const day = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' });
const minute = dateFormat({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
const zone = dateFormat({ timeZoneName: 'shortOffset' });
const hour = dateFormat({ month: 'short', day: 'numeric', hour: 'numeric' });
const age = lazily(() => new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' }));

const THOUSANDS = /\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g;

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Writes thousands apart. Not by Intl, whose first use holds up the first figures by some 100 ms on a slow phone. */
export function formatNumber(value: number): string {
  return String(value).replace(THOUSANDS, ',');
}

/** Writes a change with its sign, with the minus of typography. */
export function formatChange(value: number): string {
  if (value === 0) return '0';
  return value > 0 ? `+${formatNumber(value)}` : `−${formatNumber(-value)}`;
}

/** Writes large numbers as 12.3K. */
export function formatShort(value: number): string {
  return short().format(value);
}

/** Writes a share, between 0 and 1. */
export function formatShare(value: number): string {
  return percent().format(value);
}

export function formatInstant(time: Date): string {
  return instant().format(time);
}

/** Writes a day of the calendar in UTC, as the server counts days. */
export function formatDay(time: Date): string {
  return day().format(time);
}

/** Writes a day with its hour and minute in the time zone of the browser. */
export function formatMinute(time: Date): string {
  return minute().format(time);
}

/** Writes a day and its hour in the time zone of the browser. */
export function formatHour(time: Date): string {
  return hour().format(time);
}

/** Writes the time zone of the browser with its offset at a time, as in `Europe/Berlin (GMT+1)`. */
export function formatZone(time: Date): string {
  const { timeZone } = zone().resolvedOptions();
  const offset = zone()
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return timeZone === 'UTC' || offset === undefined ? timeZone : `${timeZone} (${offset})`;
}

/** Writes how long ago a time was, or how far ahead; beyond a month, the day. */
export function formatAge(time: Date, now: Date): string {
  const seconds = Math.round((time.getTime() - now.getTime()) / 1000);
  if (Math.abs(seconds) > 30 * 86_400) return date().format(time);
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return age().format(Math.trunc(seconds / length), unit);
  }
  return seconds > -5 && seconds <= 0 ? 'just now' : age().format(seconds, 'second');
}

/** Writes a duration given in milliseconds. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
