import { isDate, isDateTime, isDuration, isTime } from './date-and-time.ts';
import { isEmail, isHostname, isIpv4, isIpv6, isUri, isUriReference } from './internet.ts';

type TextFormat = (text: string) => boolean;
type NumberFormat = (value: number) => boolean;

const anything = (): boolean => true;

function matches(pattern: RegExp): TextFormat {
  return (text) => pattern.test(text);
}

/** Decides the formats of strings; `binary` and `password` only inform. */
export const TEXT_FORMATS = {
  binary: anything,
  byte: matches(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/m),
  date: isDate,
  'date-time': isDateTime,
  duration: isDuration,
  email: isEmail,
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  'json-pointer': matches(/^(?:\/(?:[^~/]|~0|~1)*)*$/),
  password: anything,
  regex: isRegex,
  'relative-json-pointer': matches(/^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~0|~1)*)*)$/),
  time: isTime,
  uri: isUri,
  'uri-reference': isUriReference,
  uuid: matches(/^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i),
} as const satisfies Record<string, TextFormat>;

/** Decides the formats of numbers (OpenAPI format registry); `float` and `double` only inform. */
export const NUMBER_FORMATS = {
  double: anything,
  float: anything,
  int32: (value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31,
  int64: Number.isInteger,
} as const satisfies Record<string, NumberFormat>;

function isRegex(text: string): boolean {
  try {
    new RegExp(text);
    return !/[^\\]\\Z/.test(text);
  } catch {
    return false;
  }
}
