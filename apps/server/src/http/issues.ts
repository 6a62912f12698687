/** Turns what the contract's validators found into one sentence per place: what is allowed, and what was sent. */
import { type ApiError, invalidFields } from './errors.ts';

/** What a zod issue says, as far as its code has it. */
export interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly expected?: string;
  readonly values?: readonly unknown[];
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly origin?: string;
  readonly pattern?: string;
}

/** Patterns of the contract in words. */
const PATTERNS: readonly (readonly [start: string, words: string])[] = [
  ['/^https:\\/\\/', 'takes an https URL'],
  ['/^https?:\\/\\/', 'takes an http or https URL'],
];
const MAX_SHOWN = 60;

/**
 * Makes `invalid_request` out of all problems of a request at once, such as `input.duration: takes 4 to 15, got 3`.
 * Without the `request` that the paths lead into, what was sent is left out.
 */
export function describeIssues(issues: readonly Issue[], request: unknown): ApiError {
  const problems = new Map<string, string>();
  const { isShort, others } = setShortageApart(issues, request);
  if (isShort) problems.set('input', 'takes at least 1 URL in image_urls or video_urls');
  for (const issue of others) {
    const place = issue.path.map(String).join('.') || 'body';
    if (!problems.has(place)) problems.set(place, describe(issue, request));
  }
  return invalidFields([...problems].map(([place, problem]) => `${place}: ${problem}`));
}

/**
 * Tells whether a reference-to-video has neither images nor videos (RES-22). The contract says that by two
 * alternatives, so that issues tell of one list or the other, also where only the other one is at fault.
 */
function setShortageApart(issues: readonly Issue[], request: unknown) {
  if (valueAt(request, ['input', 'generation_type']) !== 'reference-to-video') {
    return { isShort: false, others: issues };
  }
  const absent = ['image_urls', 'video_urls'].filter((name) => isAbsent(valueAt(request, ['input', name])));
  const isShort = absent.length === 2;
  const told = new Set([...absent.map((name) => `input.${name}`), ...(isShort ? ['input'] : [])]);
  return { isShort, others: issues.filter(({ path }) => !told.has(path.join('.'))) };
}

function isAbsent(list: unknown): boolean {
  return list === undefined || (Array.isArray(list) && list.length === 0);
}

function describe(issue: Issue, request: unknown): string {
  const allowed = describeAllowed(issue) ?? issue.message.replace(/^Invalid input: expected/, 'takes');
  if (request === undefined) return allowed;
  const given = valueAt(request, issue.path);
  if (given === undefined) return 'is required';
  const mode = valueAt(request, ['input', 'generation_type']);
  // The contract says this by two alternatives, of which an issue names only one.
  if (mode === 'image-to-video' && Array.isArray(given) && issue.path.join('.') === 'input.image_urls') {
    return `image-to-video takes 1 or 2 URLs, got ${given.length}`;
  }
  return issue.code === 'custom' ? allowed : `${allowed}, got ${show(given)}`;
}

function describeAllowed({
  code,
  expected,
  values,
  minimum,
  maximum,
  origin,
  pattern,
}: Issue): string | undefined {
  switch (code) {
    case 'invalid_type':
      return `takes ${TYPES[expected ?? ''] ?? expected}`;
    case 'invalid_value':
      return `takes ${describeValues(values ?? [])}`;
    case 'too_small':
      return `takes at least ${count(minimum, origin)}`;
    case 'too_big':
      return `takes at most ${count(maximum, origin)}`;
    case 'invalid_format':
      return PATTERNS.find(([start]) => pattern?.startsWith(start))?.[1];
    default:
      return undefined;
  }
}

/** What a type is called in a sentence. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ string: 'a string', boolean: 'a boolean', number: 'a number', int: 'an integer' },
  ...{ object: 'an object', array: 'an array' },
};
const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item' };

function count(amount: number | bigint | undefined, origin = ''): string {
  const unit = UNITS[origin];
  if (unit === undefined) return String(amount);
  return Number(amount) === 1 ? `1 ${unit}` : `${amount} ${unit}s`;
}

function describeValues(values: readonly unknown[]): string {
  const isRange = values.length > 2 && values.every((value, index) => value === Number(values[0]) + index);
  return isRange ? `${values[0]} to ${values.at(-1)}` : values.join(', ');
}

function show(value: unknown): string {
  if (Array.isArray(value)) return count(value.length, 'array');
  if (value !== null && typeof value === 'object') return 'an object';
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (parent, key) =>
      parent !== null && typeof parent === 'object' && Object.hasOwn(parent, key)
        ? Reflect.get(parent, key)
        : undefined,
    value,
  );
}
