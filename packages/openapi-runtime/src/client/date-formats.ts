// The dates and large integers that texts and numbers of JSON become.
import { isDate, isDateTime } from '../formats/date-and-time.ts';
import { ConfigurationError } from './errors.ts';

/** A format whose values are converted. */
export interface DateFormat {
  /** The format as documents name it. */
  name: 'date' | 'date-time' | 'int64';
  /** The type of its values in JSON, `string` by default. */
  type?: 'number';
  /** Reads a text, or the digits of a number; undefined for one of another format, or that the result cannot represent. */
  read: (text: string) => unknown;
}

interface TemporalTypes {
  Instant: { from: (text: string) => unknown };
  PlainDate: { from: (text: string) => unknown };
}

// The global of the platform or of a polyfill.
function requireTemporal(): TemporalTypes {
  const { Temporal } = globalThis as { Temporal?: TemporalTypes };
  if (Temporal) return Temporal;
  throw new ConfigurationError(
    'Dates need Temporal, which this platform lacks: import a polyfill first, such as temporal-polyfill/global.',
  );
}

/** Reads a date-time as a Date. */
export const dateObject: DateFormat = {
  name: 'date-time',
  read(text) {
    const date = new Date(text.toUpperCase());
    return isDateTime(text) && !Number.isNaN(date.getTime()) ? date : undefined;
  },
};

/** Reads a date-time as a Temporal.Instant, which has nanoseconds; further digits are dropped, as those of a Date are. */
export const instant: DateFormat = {
  name: 'date-time',
  read: (text) =>
    isDateTime(text) ? requireTemporal().Instant.from(text.replace(/(\.\d{9})\d+/, '$1')) : undefined,
};

/** Reads a date as a Temporal.PlainDate. */
export const plainDate: DateFormat = {
  name: 'date',
  read: (text) => (isDate(text) ? requireTemporal().PlainDate.from(text) : undefined),
};

/** Reads an integer as a bigint, with all its digits. */
export const bigInteger: DateFormat = {
  name: 'int64',
  type: 'number',
  read: (digits) => (/^-?\d+$/.test(digits) ? BigInt(digits) : undefined),
};
