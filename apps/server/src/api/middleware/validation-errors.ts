/** Turns what the contract's validators found into one sentence per field: what is allowed, and what was sent. */
import { describeIssue, type IssueDetails, showValue, valueAt } from '@keyframe/openapi-runtime/server';
import { REFERENCE_FIELDS } from '../../db/tables.ts';
import { type ApiError, type FieldProblem, formatField, invalidFields, invalidRequest } from '../errors.ts';

/** Maximum references of all kinds; the contract expresses it by excluding combinations (RES-24). */
const MAX_MATERIALS = 12;

/**
 * Creates one `invalid_request` from all problems of a request, such as
 * `input.duration: must be between 4 and 15 (got 3)`. Without the `request`, the message omits the values that were sent.
 */
export function validationError(issues: readonly IssueDetails[], request: unknown): ApiError {
  const params = issues[0]?.params;
  if (params?.problem === 'media_type') {
    const header = String(params.header ?? 'Content-Type');
    return invalidRequest(`${header}: must be ${params.allowed} (got ${params.given})`, header);
  }
  const problems = new Map<string, FieldProblem>();
  const { isShort, others } = setShortageApart(issues, request);
  if (isShort) {
    const message = 'must contain at least 1 URL in image_urls or video_urls';
    problems.set('input', { path: ['input'], message });
  }
  for (const issue of others) {
    const field = formatField(issue.path);
    if (!problems.has(field)) problems.set(field, { path: issue.path, message: describe(issue, request) });
  }
  const all = [...problems.values()];
  // Without a body to point into, the name of the parameter says it.
  return invalidFields(all, request === undefined ? all[0]?.path[0]?.toString() : undefined);
}

/**
 * Reports whether a reference-to-video has neither images nor videos (RES-22). The contract expresses that by two
 * alternatives, so issues name one list or the other, even where only the other one is wrong.
 */
function setShortageApart(issues: readonly IssueDetails[], request: unknown) {
  if (valueAt(request, ['input', 'generation_type']) !== 'reference-to-video') {
    return { isShort: false, others: issues };
  }
  const absent = ['image_urls', 'video_urls'].filter((name) => isAbsent(valueAt(request, ['input', name])));
  const isShort = absent.length === 2;
  const covered = new Set([...absent.map((name) => `input.${name}`), ...(isShort ? ['input'] : [])]);
  return { isShort, others: issues.filter(({ path }) => !covered.has(path.join('.'))) };
}

function isAbsent(list: unknown): boolean {
  return list === undefined || (Array.isArray(list) && list.length === 0);
}

function describe(issue: IssueDetails, request: unknown): string {
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
  // The problem of a prompt's text is not visible in the text.
  const isSeen =
    issue.code !== 'custom' && !(issue.code === 'invalid_format' && isText(issue.path, 'prompt'));
  if (!isSeen) return allowed;
  return `${allowed} (got ${issue.actual ?? showValue(given)})`;
}

function describeAllowed(issue: IssueDetails, given: unknown): string {
  return issue.code === 'invalid_format' ? describeFormat(issue.path, given) : describeIssue(issue);
}

function countMaterials(input: unknown): number {
  return REFERENCE_FIELDS.reduce((sum, field) => {
    const list = valueAt(input, [field]);
    return sum + (Array.isArray(list) ? list.length : 0);
  }, 0);
}

function isText(path: readonly PropertyKey[], name: string): boolean {
  return path.at(-1) === name;
}

/** The formats and patterns of the contract in words, which a regular expression is not. */
function describeFormat(path: readonly PropertyKey[], given: unknown): string {
  if (isText(path, 'Idempotency-Key')) return 'must be 1 to 255 printable ASCII characters';
  if (isText(path, 'prompt')) return 'must not contain a NUL character';
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
