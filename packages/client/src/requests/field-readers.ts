// How one value, of JSON or of a form, becomes what the contract takes.

/** Gives the value as the contract takes it; throws what must be otherwise. */
export type Reader<TValue> = (value: unknown) => TValue;

/** Thrown by readers; `message` goes on from the name of the field. */
export class FieldError extends Error {}

function shown(value: unknown): string {
  return value instanceof Object ? 'an object' : `${JSON.stringify(value)}`.slice(0, 60);
}

function refuse(allowed: string, value: unknown): never {
  throw new FieldError(`must be ${allowed} (got ${shown(value)})`);
}

/** Reads a text that is not empty. */
export const text: Reader<string> = (value) =>
  typeof value === 'string' && value !== '' ? value : refuse('a non-empty string', value);

/** Reads one of some words. */
export function oneOf<const TWord extends string>(words: readonly TWord[]): Reader<TWord> {
  return (value) => words.find((word) => word === value) ?? refuse(`one of ${words.join(', ')}`, value);
}

/** Reads a whole number; a form gives it as text. */
export function integer(minimum: number, maximum: number): Reader<number> {
  return (value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return Number.isInteger(number) && Number(number) >= minimum && Number(number) <= maximum
      ? Number(number)
      : refuse(`an integer between ${minimum} and ${maximum}`, value);
  };
}

const BOOLEANS = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  // Of a checkbox.
  ['on', true],
  [false, false],
  ['false', false],
]);

/** Reads a yes or no; a form gives it as text. */
export const boolean: Reader<boolean> = (value) => BOOLEANS.get(value) ?? refuse('true or false', value);

/** Reads a URL of one of some schemes; the service checks the rest. */
export function url(...schemes: readonly string[]): Reader<string> {
  return (value) => {
    const isUrl = typeof value === 'string' && URL.canParse(value);
    return isUrl && schemes.includes(new URL(value).protocol.slice(0, -1))
      ? value
      : refuse(`an absolute ${schemes.join(' or ')} URL`, value);
  };
}

/** Reads a list of so many URLs; a form gives a single one alone. */
export function urls(maximum: number): Reader<string[]> {
  const read = url('http', 'https');
  return (value) => {
    const list = (Array.isArray(value) ? value : [value]).filter((item) => item !== '');
    if (list.length > maximum) {
      throw new FieldError(
        `must contain at most ${maximum} ${maximum === 1 ? 'item' : 'items'} (got ${list.length})`,
      );
    }
    return list.map(read);
  };
}
