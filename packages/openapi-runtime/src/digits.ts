// Integers of JSON that a number cannot represent: their digits are kept next to the values that JSON.parse makes of them,
// which schemas are checked with.

const DIGITS = new WeakMap<object, Map<string, string>>();

/** The third argument of a reviver (ECMAScript, JSON.parse source text access); older platforms pass none. */
interface ReviverContext {
  source?: string;
}

/** Parses JSON, and keeps the digits of large integers for `findDigits`. */
export function parseDigits(text: string): unknown {
  return /\d{16}/.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

function keepDigits(
  this: object,
  name: string,
  ...[value, { source = '' } = {}]: [value: unknown, context?: ReviverContext]
): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !/^-?\d+$/.test(source)) return value;
  const members = DIGITS.get(this) ?? new Map<string, string>();
  DIGITS.set(this, members.set(name, source));
  return value;
}

/** Finds the digits of an integer in a parsed object or list; undefined for other numbers. */
export function findDigits(owner: object, name: number | string, value: number): string | undefined {
  if (Number.isSafeInteger(value)) return String(value);
  return DIGITS.get(owner)?.get(String(name));
}

/** Reports whether the platform reads and writes the digits of large integers. */
export function hasDigits(): boolean {
  return 'rawJSON' in JSON;
}

interface RawJson {
  rawJSON?: (text: string) => unknown;
}

/** Writes JSON; a bigint becomes a number with all its digits. */
export function writeDigits(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    // Without rawJSON, JSON.stringify rejects the bigint.
    const { rawJSON = () => member } = JSON as RawJson;
    return typeof member === 'bigint' ? rawJSON(String(member)) : member;
  });
}
