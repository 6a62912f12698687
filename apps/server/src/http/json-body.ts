/** Refuses a body that is not JSON, or too large, before anything parses it (RES-2, OPEN-14). */
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ApiError, invalidRequest } from './errors.ts';

/** The largest body, in bytes: 256 KiB. */
const MAX_BODY_BYTES = 256 * 1024;
const JSON_MEDIA_TYPE = /^application\/json\s*(;.*)?$/i;

const contentType: MiddlewareHandler = async (context, next) => {
  const given = context.req.header('content-type');
  if (given === undefined || !JSON_MEDIA_TYPE.test(given)) {
    throw invalidRequest(`Content-Type: takes application/json, got ${given ?? 'none'}.`);
  }
  await next();
};

const size = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    // The rest of the body stays unread, so the connection is of no further use.
    throw new ApiError(
      { code: 'invalid_request', message: `The body is larger than ${MAX_BODY_BYTES} bytes.` },
      { Connection: 'close' },
    );
  },
});

const syntax: MiddlewareHandler = async (context, next) => {
  try {
    // Hono keeps the parsed body, so the validator does not parse it again.
    await context.req.json();
  } catch (error) {
    const detail = error instanceof SyntaxError ? error.message : 'it could not be read';
    throw invalidRequest(`The body is not valid JSON: ${detail}.`);
  }
  await next();
};

/** The checks of a JSON body, in their order. */
export const jsonBody: MiddlewareHandler[] = [contentType, size, syntax];
