// Dates, times and durations as RFC 3339 writes them.

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const CLOCK = '(\\d\\d):(\\d\\d):(\\d\\d)(?:\\.\\d+)?';
const TIME = new RegExp(`^${CLOCK}(?:[zZ]|([+-])(\\d\\d):(\\d\\d))$`);
const LOCAL_TIME = new RegExp(`^${CLOCK}$`);

/** Checks whether a text is a full-date that exists in the calendar. */
export function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= countDays(year, month);
}

function countDays(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const MINUTES_A_DAY = 24 * 60;

/** Checks whether a text is a full-time: a time of day with an offset; second 60 only at 23:59 UTC. */
export function isTime(text: string): boolean {
  const match = TIME.exec(text);
  if (!match) return false;
  const [hour = 0, minute = 0, second = 0] = match.slice(1, 4).map(Number);
  const [offsetHour = 0, offsetMinute = 0] = match.slice(5, 7).map((digits) => Number(digits ?? 0));
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (match[4] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  const utc = (hour * 60 + minute - offset + MINUTES_A_DAY) % MINUTES_A_DAY;
  return utc === MINUTES_A_DAY - 1;
}

/** Checks whether a text is a time of day without an offset (OpenAPI format registry, `time-local`). */
export function isLocalTime(text: string): boolean {
  const [, hour = 0, minute = 0, second = 0] = LOCAL_TIME.exec(text)?.map(Number) ?? [];
  return LOCAL_TIME.test(text) && hour <= 23 && minute <= 59 && second <= 60;
}

/** Checks whether a text is a date-time: a date and a time with an offset. */
export function isDateTime(text: string): boolean {
  return isDatePart(text) && isTime(text.slice(11));
}

/** Checks whether a text is a date and a time without an offset (OpenAPI format registry, `date-time-local`). */
export function isLocalDateTime(text: string): boolean {
  return isDatePart(text) && isLocalTime(text.slice(11));
}

function isDatePart(text: string): boolean {
  return (text[10] === 'T' || text[10] === 't') && isDate(text.slice(0, 10));
}

// Each unit may be followed by the next smaller one only.
const TIME_PART = 'T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)';
const DATE_PART = '(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)';
const DURATION = new RegExp(`^P(?:${DATE_PART}(?:${TIME_PART})?|${TIME_PART}|\\d+W)$`);

/** Checks whether a text is a duration (RFC 3339, appendix A). */
export function isDuration(text: string): boolean {
  return DURATION.test(text);
}
