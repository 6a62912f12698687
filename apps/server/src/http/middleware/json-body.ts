/** Refuses a body that is not meant as JSON, or ambiguous, too large or too deep, before anything parses it (RES-2, OPEN-14). */
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ApiError, invalidFields, invalidRequest } from '../errors.ts';
import { structureProblems } from './json-structure.ts';

/** The largest body, in bytes: 256 KiB. */
const MAX_BODY_BYTES = 256 * 1024;
const JSON_MEDIA_TYPE = /^application\/json\s*(;.*)?$/i;
const CHARSET = /;\s*charset\s*=\s*"?(?<charset>[^\s;"]*)/i;

const contentType: MiddlewareHandler = async (context, next) => {
  const given = context.req.header('content-type');
  if (given === undefined || !JSON_MEDIA_TYPE.test(given)) {
    throw invalidRequest(`Content-Type: must be application/json (got ${given ?? 'none'})`, 'Content-Type');
  }
  const charset = CHARSET.exec(given)?.groups?.charset ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset))
    throw invalidRequest(`Content-Type: charset must be UTF-8 (got ${charset || 'none'})`, 'Content-Type');
  await next();
};

function tooLarge(): ApiError {
  // The rest of the body stays unread, so the connection is of no further use.
  return new ApiError(
    { code: 'invalid_request', message: `body: must not be larger than ${MAX_BODY_BYTES} bytes` },
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
  const problems = structureProblems(body);
  if (problems.length > 0) throw invalidFields(problems);
  // Hono would decode the bytes once more, by way of a Response, which costs more than all the rest.
  Object.assign(context.req.bodyCache, { text: Promise.resolve(body) });
  await next();
};

/** Decodes strictly: a replacement character would silently change what was sent. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidRequest('body: must be valid UTF-8');
  }
}

/** The checks of a JSON body, in their order. */
export const jsonBody: MiddlewareHandler[] = [contentType, size, text];
