// The formats that a value is compared with: those of JSON Schema 2020-12 (validation, section 7.3) and those of
// OpenAPI's format registry that a text or a number can be compared with.
import { isDate, isDateTime, isDuration, isLocalDateTime, isLocalTime, isTime } from './date-and-time.ts';
import { isEmail, isIdnEmail } from './email.ts';
import { isHostname, isIdnHostname } from './host-name.ts';
import { isIpv4, isIpv6 } from './ip-address.ts';
import { isIri, isIriReference, isUri, isUriReference, isUriTemplate } from './uri.ts';

type TextFormat = (text: string) => boolean;
type NumberFormat = (value: number) => boolean;

function matches(pattern: RegExp): TextFormat {
  return (text) => pattern.test(text);
}

const POINTER = '(?:/(?:[^~/]|~[01])*)*';

/** Decides the formats of strings. */
export const TEXT_FORMATS = {
  base64url: matches(/^(?:[\w-]{4})*(?:[\w-]{2}(?:==)?|[\w-]{3}=?)?$/),
  byte: matches(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
  char: matches(/^.$/su),
  date: isDate,
  'date-time': isDateTime,
  'date-time-local': isLocalDateTime,
  duration: isDuration,
  email: isEmail,
  hostname: isHostname,
  'idn-email': isIdnEmail,
  'idn-hostname': isIdnHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  iri: isIri,
  'iri-reference': isIriReference,
  'json-pointer': matches(new RegExp(`^${POINTER}$`, 'su')),
  regex: isRegex,
  'relative-json-pointer': matches(new RegExp(`^(?:0|[1-9]\\d*)(?:[+-][1-9]\\d*)?(?:#|${POINTER})$`, 'su')),
  time: isTime,
  'time-local': isLocalTime,
  uri: isUri,
  'uri-reference': isUriReference,
  'uri-template': isUriTemplate,
  uuid: matches(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i),
} as const satisfies Record<string, TextFormat>;

/** Decides the formats of numbers. */
export const NUMBER_FORMATS = {
  'double-int': Number.isSafeInteger,
  int8: wholeNumber(-(2 ** 7), 2 ** 7),
  int16: wholeNumber(-(2 ** 15), 2 ** 15),
  int32: wholeNumber(-(2 ** 31), 2 ** 31),
  int64: wholeNumber(-(2 ** 63), 2 ** 63),
  uint8: wholeNumber(0, 2 ** 8),
  uint16: wholeNumber(0, 2 ** 16),
  uint32: wholeNumber(0, 2 ** 32),
  uint64: wholeNumber(0, 2 ** 64),
} as const satisfies Record<string, NumberFormat>;

/** Lists the formats of the registry that say how a value is meant, not which values there are. */
export const INFORMING_FORMATS: ReadonlySet<string> = new Set([
  'binary',
  'commonmark',
  'decimal',
  'decimal128',
  'double',
  'float',
  'html',
  'http-date',
  'media-range',
  'password',
  'sf-binary',
  'sf-boolean',
  'sf-decimal',
  'sf-integer',
  'sf-string',
  'sf-token',
]);

function wholeNumber(from: number, below: number): NumberFormat {
  return (value) => Number.isInteger(value) && value >= from && value < below;
}

function isRegex(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}
