/** Refuses a body that is not meant as JSON, too large or too deep, before anything parses it (RES-2, OPEN-14). */
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ApiError, invalidRequest } from './errors.ts';

/** The largest body, in bytes: 256 KiB. */
const MAX_BODY_BYTES = 256 * 1024;
/** Deeper than any request of the contract by far, and far from where recursion ends. */
const MAX_DEPTH = 64;
const JSON_MEDIA_TYPE = /^application\/json\s*(;.*)?$/i;
const CHARSET = /;\s*charset\s*=\s*"?(?<charset>[^\s;"]*)/i;

const contentType: MiddlewareHandler = async (context, next) => {
  const given = context.req.header('content-type');
  if (given === undefined || !JSON_MEDIA_TYPE.test(given)) {
    throw invalidRequest(`Content-Type: takes application/json, got ${given ?? 'none'}.`);
  }
  const charset = CHARSET.exec(given)?.groups?.charset ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset))
    throw invalidRequest(`Content-Type: takes UTF-8, got ${charset || 'none'}.`);
  await next();
};

function tooLarge(): ApiError {
  // The rest of the body stays unread, so the connection is of no further use.
  return new ApiError(
    { code: 'invalid_request', message: `The body is larger than ${MAX_BODY_BYTES} bytes.` },
    { Connection: 'close' },
  );
}

const countedSize = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw tooLarge();
  },
});

/** Node holds a body to its announced length; only one without has to be counted as it is read, which costs more. */
const size: MiddlewareHandler = async (context, next) => {
  const length = context.req.header('content-length');
  if (length === undefined || context.req.header('transfer-encoding') !== undefined) {
    return countedSize(context, next);
  }
  if (Number(length) > MAX_BODY_BYTES) throw tooLarge();
  await next();
};

const text: MiddlewareHandler = async (context, next) => {
  const body = decode(await context.req.arrayBuffer());
  if (isDeeperThan(body, MAX_DEPTH)) {
    throw invalidRequest(`The body is nested deeper than ${MAX_DEPTH} levels.`);
  }
  await next();
};

/** Decodes strictly: a replacement character would silently change what was sent. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidRequest('The body is not valid UTF-8.');
  }
}

/** Counts brackets outside of strings, without recursion. */
function isDeeperThan(body: string, limit: number): boolean {
  let depth = 0;
  for (const [token] of body.matchAll(/"(?:[^"\\]|\\.)*"?|[[{]|[\]}]/gs)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}

/** The checks of a JSON body, in their order. */
export const jsonBody: MiddlewareHandler[] = [contentType, size, text];
