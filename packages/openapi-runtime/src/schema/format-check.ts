import { z } from 'zod';
import { NUMBER_FORMATS, TEXT_FORMATS } from '../formats/formats.ts';
import { integer } from './checks.ts';

export type TextFormatName = keyof typeof TEXT_FORMATS;
export type NumberFormatName = keyof typeof NUMBER_FORMATS;

/** Asks a string to be of a format. */
export function textFormat(name: TextFormatName): z.core.$ZodCheck<string> {
  return z.check<string>((payload) => {
    if (TEXT_FORMATS[name](payload.value)) return;
    payload.issues.push({
      code: 'invalid_format',
      format: name,
      input: payload.value,
      message: `Invalid ${name}`,
      continue: true,
    });
  });
}

/** Asks a number to be of a format. */
export function numberFormat(name: NumberFormatName): z.core.$ZodCheck<number> {
  return z.check<number>((payload) => {
    if (NUMBER_FORMATS[name](payload.value)) return;
    const message = `Invalid ${name}`;
    payload.issues.push({
      code: 'custom',
      params: { format: name },
      input: payload.value,
      message,
      continue: true,
    });
  });
}

/** Makes the type of whole numbers of 32 bits. */
export function int32(): z.ZodNumber {
  return z.number().check(integer(), numberFormat('int32'));
}

/** Makes the type of whole numbers of 64 bits, those beyond 2^53 included. */
export function int64(): z.ZodNumber {
  return z.number().check(integer(), numberFormat('int64'));
}
