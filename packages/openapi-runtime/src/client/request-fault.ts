// Requests that cannot be sent at all: the calling code is at fault, which `fetch` reports as it reports a lost connection.
import { writeSimple } from '../http/style.ts';
import type { ErrorFactory } from './error-factory.ts';
import type { AnyRequest, OperationDefinition } from './operation-definition.ts';

/** A request, and the arguments of the call from which it was written. */
export interface SentRequest {
  operation: string;
  errors: ErrorFactory;
  url: string;
  init: RequestInit & { headers: Readonly<Record<string, string>> };
  request: AnyRequest;
  /** Headers of the call. */
  headers?: object | undefined;
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
// One byte for each character, and no line breaks.
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Sends a request.
 * @throws `errors.configuration` for one that can never be sent, else the error of `send`
 */
export async function sendChecked(
  sent: SentRequest,
  send: (url: string, init: RequestInit) => Promise<Response>,
): Promise<Response> {
  try {
    return await send(sent.url, sent.init);
  } catch (cause) {
    const fault = findFault(sent);
    throw fault === undefined ? cause : sent.errors.configuration(`${sent.operation}: ${fault}.`);
  }
}

// Names the member for which `fetch` rejects a request.
function findFault({ url, init, request, headers = {} }: SentRequest): string | undefined {
  const { method = '', body } = init;
  if (body != null && /^(?:GET|HEAD)$/.test(method)) return `body cannot be sent with ${method}`;
  for (const [name, value] of Object.entries(init.headers)) {
    const isName = HEADER_NAME.test(name);
    if (isName && HEADER_VALUE.test(value)) continue;
    const isSame = (candidate: string) => candidate.toLowerCase() === name;
    const member = Object.keys(request.header ?? {}).find(isSame);
    const headerName = member ?? Object.keys(headers).find(isSame) ?? name;
    const allowed = isName
      ? 'characters of one byte without line breaks'
      : 'a name of letters, digits and hyphens';
    return `${member === undefined ? 'headers' : 'header'}["${headerName}"] must have ${allowed}`;
  }
  try {
    // A stream that was read is no reason to reject the rest.
    new Request(url, isStream(body) ? { ...init, body: null } : init);
    return undefined;
  } catch (cause) {
    return (cause as Error).message;
  }
}

/** Names the member of a request that cannot be written: JSON without a text, a lone surrogate, or a delimiter in a value. */
export function findUnwritable(request: AnyRequest, { parameters = [] }: OperationDefinition): string {
  for (const location of ['path', 'query', 'header', 'cookie'] as const) {
    for (const [name, value] of Object.entries(request[location] ?? {})) {
      const styled = parameters.find((parameter) => parameter.in === location && parameter.name === name);
      if (!isWritable(value, styled?.write ?? (location === 'header' ? writeSimple : String)))
        return `${location}.${name}`;
    }
  }
  return 'body';
}

function isWritable(value: unknown, write: (value: unknown) => string): boolean {
  try {
    JSON.stringify(value);
    encodeURIComponent(write(value));
    return true;
  } catch {
    return false;
  }
}

/** Reports whether a body is a stream, on platforms without `ReadableStream` too. */
export function isStream(body: unknown): body is ReadableStream {
  return typeof Object(body).getReader === 'function';
}
