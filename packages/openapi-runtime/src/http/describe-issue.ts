// Puts what zod found into words for the people who call an API.

/** The details of a zod issue; which ones are present depends on its code. */
export interface IssueDetails {
  code?: string | undefined;
  path: readonly PropertyKey[];
  message: string;
  expected?: string;
  values?: readonly unknown[];
  minimum?: number | bigint;
  maximum?: number | bigint;
  /** How many characters, items or members there are. */
  actual?: number;
  origin?: string;
  params?: Readonly<Record<string, unknown>> | undefined;
}

const MAX_SHOWN = 60;

/** Says in English what an issue allows: `must be between 4 and 15`. Formats and patterns are left to their own message. */
export function describeIssue(issue: IssueDetails): string {
  const { code, expected = '', values, minimum, maximum, origin } = issue;
  switch (code) {
    case 'invalid_type':
      return `must be ${describeTypes(expected)}`;
    case 'invalid_value':
      return `must be ${describeValues(values ?? [])}`;
    case 'too_small':
    case 'too_big':
      return describeSize(minimum, maximum, origin);
    default:
      return describeOther(issue);
  }
}

function describeOther({ message, params }: IssueDetails): string {
  const { expected } = /^Invalid input: expected (?<expected>.*)$/s.exec(message)?.groups ?? {};
  if (expected === undefined) return message;
  // Members that are missing, or a number of them.
  if (params && 'missing' in params) return `must have ${expected}`;
  if (/^at (?:least|most) /.test(expected))
    return `must have ${expected.replace(/, got (\d+)$/, ' (got $1)')}`;
  return `must be ${describeTypes(expected)}`;
}

function describeTypes(expected: string): string {
  const names = expected.split(/ or | \| /);
  return names.every((name) => TYPES[name]) ? names.map((name) => TYPES[name]).join(' or ') : expected;
}

/** Names of types in a sentence. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'a boolean',
  number: 'a number',
  int: 'an integer',
  object: 'an object',
  array: 'an array',
  null: 'null',
  nonoptional: 'present',
};
const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item' };

type Bound = number | bigint | undefined;

function describeSize(minimum: Bound, maximum: Bound, origin = ''): string {
  const unit = UNITS[origin];
  const verb = unit === undefined ? 'be' : 'contain';
  const count = (amount: Bound) =>
    `${amount}${unit === undefined ? '' : ` ${unit}${Number(amount) === 1 ? '' : 's'}`}`;
  if (!maximum) return `must ${verb} at least ${count(minimum)}`;
  if (!minimum) return `must ${verb} at most ${count(maximum)}`;
  return `must ${verb} ${minimum} or ${count(maximum)}`;
}

function describeValues(values: readonly unknown[]): string {
  const isRange = values.length > 2 && values.every((value, index) => value === Number(values[0]) + index);
  if (isRange) return `between ${values[0]} and ${values.at(-1)}`;
  return values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`;
}

/** Shows a value that was sent, cut short: objects and arrays by their kind alone. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (value !== null && typeof value === 'object') return 'an object';
  // JSON has no infinity, to which a number with a large exponent is read.
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Follows the path of an issue into what was sent; undefined where it ends early. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (parent, key) =>
      parent !== null && typeof parent === 'object' && Object.hasOwn(parent, key)
        ? Reflect.get(parent, key)
        : undefined,
    value,
  );
}
