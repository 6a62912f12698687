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

function writeDate(options: Intl.DateTimeFormatOptions): (time: Date) => string {
  const format = dateFormat(options);
  return (time) => format().format(time);
}

function writeNumber(options: Intl.NumberFormatOptions): (value: number) => string {
  const format = lazily(() => new Intl.NumberFormat('en-US', options));
  return (value) => format().format(value);
}

const writeDay = writeDate({ dateStyle: 'medium' });
const zone = dateFormat({ timeZoneName: 'shortOffset' });
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
export const formatShort = writeNumber({ notation: 'compact', maximumFractionDigits: 1 });

/** Writes a share, between 0 and 1. */
export const formatShare = writeNumber({ style: 'percent', maximumFractionDigits: 1 });

export const formatInstant = writeDate({ dateStyle: 'medium', timeStyle: 'medium' });

/** Writes a day of the calendar in UTC, as the server counts days. */
export const formatDay = writeDate({ month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Writes a day with its hour and minute in the time zone of the browser. */
export const formatMinute = writeDate({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

/** Writes a day and its hour in the time zone of the browser. */
export const formatHour = writeDate({ month: 'short', day: 'numeric', hour: 'numeric' });

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
  if (Math.abs(seconds) > 30 * 86_400) return writeDay(time);
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
