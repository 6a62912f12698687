// Reads a response as the document describes it: JSON as its value, text as text, all else as a stream.
import { networkError, type Target } from './attempts.ts';
import { ApiError, type ResponseDetails, UnexpectedResponseError } from './errors.ts';
import type { DocumentedTypes } from './operation-definition.ts';
import { retryAfterSeconds } from './retry.ts';

const EXCERPT_LENGTH = 200;
const OTHERS = 'default';

/** A response and what was made of its body. */
export interface Answer {
  /** Whether the status is one of success. */
  ok: boolean;
  status: number;
  /** The documented media type; undefined where there is no body. */
  contentType: string | undefined;
  data: unknown;
  response: Response;
}

type Documented = Readonly<Record<string, DocumentedTypes>>;

/**
 * Reads a response that the document describes.
 * @throws {UnexpectedResponseError} for any other one
 * @throws {NetworkError} for JSON that is cut off: a proxy may cut a body and correct its length
 */
export async function readResponse(
  response: Response,
  documented: Documented,
  target: Target,
): Promise<Answer> {
  const { status, headers, ok } = response;
  const types = typesOf(documented, status, target.method);
  const actual = headers.get('content-type') ?? '';
  const matched = types && matchType(actual, types);
  if (matched !== undefined && kindOf(matched, actual) === 'stream') {
    return { ok, status, contentType: matched, data: response.body, response };
  }
  const text = await response.text();
  const data = text !== '' && isJson(actual || matched) ? parse(text, target) : text;
  // Services say more than they document, `{"ok":true}`; a page of HTML is something else.
  if (types?.length === 0 && (text === '' || isJson(actual))) {
    return { ok, status, contentType: undefined, data: undefined, response };
  }
  if (text !== '' && matched !== undefined) return { ok, status, contentType: matched, data, response };
  const details = detailsOf({ ok, status, contentType: actual || undefined, data, response }, target);
  const excerpt = text === '' ? 'no body' : text.slice(0, EXCERPT_LENGTH);
  throw new UnexpectedResponseError(
    `${failed(target, status)}, not a response that the document describes: ${excerpt}`,
    details,
  );
}

/** Makes the error for a documented response that is no success. */
export function apiError(answer: Answer, target: Target): ApiError {
  const { status, data, response } = answer;
  const what = messageIn(data) ?? response.statusText;
  return new ApiError(
    `${failed(target, status)}${what === '' ? '.' : `: ${what}`}`,
    detailsOf(answer, target),
  );
}

function failed({ method, url }: Target, status: number): string {
  return `Request failed: ${method} ${url}: ${status}`;
}

function detailsOf(answer: Answer, target: Target): ResponseDetails {
  const { status, contentType, data, response } = answer;
  return { ...target, status, contentType, data, response, retryAfter: retryAfterSeconds(response.headers) };
}

// What services commonly call it: `message`, `{ error: { message } }`, and RFC 9457.
function messageIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { message, detail, title, error }: Record<string, unknown> = { ...data };
  const found = [message, detail, title, error].find((one) => typeof one === 'string');
  return typeof found === 'string' ? found : messageIn(error);
}

/** Gives the documented media types of a status; undefined where it is not documented. */
function typesOf(documented: Documented, status: number, method: string): readonly string[] | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  // Beside documented successes the default describes failures.
  const others = () => (range === '2XX' && hasSuccess(documented) ? undefined : documented[OTHERS]);
  const types = documented[status] ?? documented[range] ?? others();
  if (types === undefined) return undefined;
  // An answer to HEAD describes the body of GET, and has none.
  return method === 'HEAD' ? [] : [types].flat().filter((type) => type !== '');
}

/** Tells whether an operation documents a success, rather than only a default. */
export function hasSuccess(documented: Documented): boolean {
  for (const status in documented) if (status.startsWith('2')) return true;
  return false;
}

function matchType(actual: string, types: readonly string[]): string | undefined {
  const [only] = types;
  if (actual === '') return types.length === 1 ? only : undefined;
  const essence = essenceOf(actual);
  const range = `${essence.split('/')[0]}/*`;
  const isSame = (wanted: string) => types.find((type) => essenceOf(type) === wanted);
  const close = isJson(actual) ? types.find(isJson) : undefined;
  return isSame(essence) ?? close ?? isSame(range) ?? isSame('*/*');
}

// A range says nothing about how a body is read, so the type that came does.
function kindOf(documented: string, actual: string): 'json' | 'stream' | 'text' {
  const type = essenceOf(documented.includes('*') ? actual : documented);
  if (isJson(type)) return 'json';
  return /^text\/(?!event-stream)|[/+]xml$|\/x-www-form-urlencoded$/.test(type) ? 'text' : 'stream';
}

function isJson(type = ''): boolean {
  return /[/+]json$/.test(essenceOf(type));
}

function essenceOf(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}

function parse(text: string, target: Target): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw networkError(cause, target);
  }
}
