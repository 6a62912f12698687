import * as z from 'zod';
import { NUMBER_FORMATS, TEXT_FORMATS } from '../formats/formats.ts';
import { createCheck, integer } from './checks.ts';

export type TextFormatName = keyof typeof TEXT_FORMATS;
export type NumberFormatName = keyof typeof NUMBER_FORMATS;

/** Requires a string of a format. */
export function textFormat(name: TextFormatName): z.core.$ZodCheck<string> {
  return createCheck<string>(TEXT_FORMATS[name], (input) => ({
    code: 'invalid_format',
    format: name,
    input,
    message: `Invalid ${name}`,
  }));
}

/** Requires a number of a format. */
export function numberFormat(name: NumberFormatName): z.core.$ZodCheck<number> {
  return createCheck<number>(NUMBER_FORMATS[name], (input) => ({
    code: 'custom',
    params: { format: name },
    input,
    message: `Invalid ${name}`,
  }));
}

/** Makes the type of whole numbers of 32 bits. */
export function int32(): z.ZodNumber {
  return z.number().check(integer(), numberFormat('int32'));
}

/** Makes the type of whole numbers of 64 bits, those beyond 2^53 included. */
export function int64(): z.ZodNumber {
  return z.number().check(integer(), numberFormat('int64'));
}
