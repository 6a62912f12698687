/** Turns what the contract's validators found into one sentence per field: what is allowed, and what was sent. */
import { REFERENCE_FIELDS } from '../../db/tables.ts';
import { type ApiError, type FieldProblem, fieldOf, invalidFields, invalidRequest } from '../errors.ts';

/** What a zod issue says, as far as its code has it. */
export interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly expected?: string;
  readonly values?: readonly unknown[];
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  /** How many characters, items or members there are. */
  readonly actual?: number;
  readonly origin?: string;
  readonly params?: { readonly [name: string]: unknown } | undefined;
}

/** As the contract says by excluding each combination of more (RES-24). */
const MAX_MATERIALS = 12;
const MAX_SHOWN = 60;

/**
 * Makes `invalid_request` out of all problems of a request at once, such as
 * `input.duration: must be between 4 and 15 (got 3)`. Without the `request` that the paths lead into, what was sent is
 * left out.
 */
export function validationError(issues: readonly Issue[], request: unknown): ApiError {
  const params = issues[0]?.params;
  if (params?.problem === 'media_type') {
    return invalidRequest(`Content-Type: must be ${params.allowed} (got ${params.given})`, 'Content-Type');
  }
  const problems = new Map<string, FieldProblem>();
  const { isShort, others } = setShortageApart(issues, request);
  if (isShort) {
    const message = 'must contain at least 1 URL in image_urls or video_urls';
    problems.set('input', { path: ['input'], message });
  }
  for (const issue of others) {
    const field = fieldOf(issue.path);
    if (!problems.has(field)) problems.set(field, { path: issue.path, message: describe(issue, request) });
  }
  const all = [...problems.values()];
  // Without a body to point into, the name of the parameter says it.
  return invalidFields(all, request === undefined ? all[0]?.path[0]?.toString() : undefined);
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
  if (issue.params?.problem === 'missing') return 'is required';
  if (issue.params?.problem === 'malformed') {
    return `must be valid JSON (${issue.message.replace(/^.*?JSON: /, '')})`;
  }
  if (request === undefined) return describeAllowed(issue, undefined);
  const given = valueAt(request, issue.path);
  if (given === undefined) return 'is required';
  const materials = countMaterials(given);
  if (issue.code === 'custom' && materials > MAX_MATERIALS) {
    return `must contain at most ${MAX_MATERIALS} URLs in ${REFERENCE_FIELDS.join(', ')} together (got ${materials})`;
  }
  const allowed = describeAllowed(issue, given);
  // What is wrong with the text of a prompt can't be seen in it.
  const isSeen =
    issue.code !== 'custom' && !(issue.code === 'invalid_format' && isText(issue.path, 'prompt'));
  if (!isSeen) return allowed;
  return `${allowed} (got ${issue.actual ?? show(given)})`;
}

function countMaterials(input: unknown): number {
  return REFERENCE_FIELDS.reduce((sum, field) => {
    const list = valueAt(input, [field]);
    return sum + (Array.isArray(list) ? list.length : 0);
  }, 0);
}

function describeAllowed(issue: Issue, given: unknown): string {
  const { code, path, expected, values, minimum, maximum, origin, message } = issue;
  switch (code) {
    case 'invalid_type':
      return `must be ${TYPES[expected ?? ''] ?? expected}`;
    case 'invalid_value':
      return `must be ${describeValues(values ?? [])}`;
    case 'too_small':
    case 'too_big':
      return describeSize(minimum, maximum, origin);
    case 'invalid_format':
      return describeFormat(path, given);
    default:
      return message.replace(/^Invalid input: expected/, 'must have').replace(/, got (\d+)$/, ' (got $1)');
  }
}

/** What a type is called in a sentence. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'a boolean',
  number: 'a number',
  int: 'an integer',
  object: 'an object',
  array: 'an array',
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

function isText(path: readonly PropertyKey[], name: string): boolean {
  return path.at(-1) === name;
}

/** The formats and patterns of the contract in words, which a regular expression is not. */
function describeFormat(path: readonly PropertyKey[], given: unknown): string {
  if (isText(path, 'Idempotency-Key')) return 'must be 1 to 255 printable ASCII characters';
  if (isText(path, 'prompt')) {
    return String(given).includes('\0')
      ? 'must not contain a NUL character'
      : 'must not contain an unpaired surrogate';
  }
  return describeUrl(String(given), isText(path, 'callback_url') ? ['https'] : ['http', 'https']);
}

function describeUrl(text: string, schemes: readonly string[]): string {
  const [, scheme = '', authority = ''] = /^([a-z]+):\/\/([^/?#]+)/i.exec(text) ?? [];
  if (!schemes.includes(scheme.toLowerCase())) return `must be an absolute ${schemes.join(' or ')} URL`;
  if (authority.includes('@')) return 'must not contain user information';
  const [, host = '', port = ''] = /^(.*?)(?::(\d+))?$/.exec(authority) ?? [];
  if (host.endsWith('.')) return 'must not have a host that ends with a dot';
  if (/^0|^\d{6}/.test(port)) return 'must have a port between 1 and 65535';
  return `must be a valid URL (RFC 3986)`;
}

function show(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
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
