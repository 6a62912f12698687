// The formats of texts and integers that clients convert.
import type { KeywordValues } from '@keyframe/openapi-schema/keywords';

/** The types that dates have in code: Date, or those of Temporal. */
export type DatesOption = 'date' | 'temporal';

/** The type of large integers in code. */
export type Int64Option = 'bigint';

/** The formats whose values are converted. */
export interface Conversions {
  /** The types of strings with `format: date-time` and, for Temporal, `date`; strings by default. */
  dates?: DatesOption | undefined;
  /** The type of integers with `format: int64` or `uint64`; numbers by default, which lose digits above 2^53. */
  int64?: Int64Option | undefined;
}

/** The type of a converted value, and the constant of the runtime that reads it. */
export interface DateType {
  type: string;
  constant: string;
}

const TYPES: Readonly<Record<DatesOption, ReadonlyMap<string, DateType>>> = {
  date: new Map([['date-time', { type: 'Date', constant: 'dateObject' }]]),
  temporal: new Map([
    ['date-time', { type: 'Temporal.Instant', constant: 'instant' }],
    ['date', { type: 'Temporal.PlainDate', constant: 'plainDate' }],
  ]),
};

type Described = Pick<KeywordValues<unknown>, 'const' | 'enum' | 'format' | 'type'>;

const BIG_INTEGER: DateType = { type: 'bigint', constant: 'bigInteger' };

/** Finds the type of the converted values of a schema, or of those of one type; undefined if they stay as they are. Constants are literal types. */
export function findDateType(
  { type: types = [], format = '', enum: values, const: constant }: Described,
  { dates, int64 }: Conversions,
  type?: 'number' | 'string',
): DateType | undefined {
  if (values !== undefined || constant !== undefined) return undefined;
  if (dates && types.includes('string') && type !== 'number') return TYPES[dates].get(format);
  const isNumber = (types.includes('integer') || types.includes('number')) && type !== 'string';
  return int64 && isNumber && (format === 'int64' || format === 'uint64') ? BIG_INTEGER : undefined;
}
