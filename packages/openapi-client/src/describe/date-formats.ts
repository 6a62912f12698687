// The formats of texts that clients convert.
import type { KeywordValues } from '@keyframe/openapi-schema/keywords';

/** The types that dates have in code: Date, or those of Temporal. */
export type DatesOption = 'date' | 'temporal';

/** The type of a converted text, and the constant of the runtime that reads it. */
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

/** Finds the type of the texts of a schema; undefined if they stay texts. Constants are literal types. */
export function findDateType(keywords: Described, dates: DatesOption | undefined): DateType | undefined {
  const { type = [], format = '', enum: values, const: constant } = keywords;
  if (dates === undefined || !type.includes('string')) return undefined;
  return values === undefined && constant === undefined ? TYPES[dates].get(format) : undefined;
}
