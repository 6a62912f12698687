// Guards a body against its reader: what is too large, ambiguous or built to exhaust a validator is never parsed.
import type { Context, Env, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type BodyIssue, type StructureLimits, structureIssues } from './json-structure.ts';
import { isJson, isUtf8 } from './media-type.ts';
import { decodeUtf8 } from './read-text.ts';
import { noteRefused } from './refused-requests.ts';

/** Answers a body that was refused, or throws what the app's error handler answers. */
export type RefuseBody = (issues: readonly BodyIssue[]) => Response | Promise<Response>;

/** Refuses a body of more than `maxBytes`, and closes its connection, on which the rest of the body stays unread. */
export function limitBody<TEnv extends Env>(maxBytes: number, refuse: RefuseBody): MiddlewareHandler<TEnv> {
  const refuseLarge = async (context: Context) => {
    noteRefused(context);
    context.header('Connection', 'close');
    const response = await refuse([{ path: [], message: `must not be larger than ${maxBytes} bytes` }]);
    return context.newResponse(response.body, response);
  };
  const countBytes = bodyLimit({ maxSize: maxBytes, onError: refuseLarge });
  // Node holds a body to its announced length; only one without has to be counted as it is read, which costs more.
  return async (context, next) => {
    const length = context.req.header('content-length');
    if (length === undefined || context.req.header('transfer-encoding') !== undefined) {
      return refuseAborted(context, refuse, () => countBytes(context, next));
    }
    return Number(length) > maxBytes ? refuseLarge(context) : next();
  };
}

/**
 * Refuses a JSON body that is not valid UTF-8, has unpaired surrogates or duplicate keys, or whose structure exceeds the
 * limits. Other media types pass: they are for the operation to take or to refuse.
 */
export function guardJson<TEnv extends Env>(
  limits: StructureLimits,
  refuse: RefuseBody,
): MiddlewareHandler<TEnv> {
  return async (context, next) => {
    const contentType = context.req.header('content-type') ?? '';
    if (!isJson(contentType) || !isUtf8(contentType)) return next();
    return refuseAborted(context, refuse, async () => {
      const text = decodeUtf8(await context.req.arrayBuffer());
      const issues =
        text === undefined ? [{ path: [], message: 'must be valid UTF-8' }] : structureIssues(text, limits);
      if (issues.length > 0) {
        noteRefused(context);
        return refuse(issues);
      }
      // Hono would decode the bytes once more, by way of a Response, which costs more than all the rest.
      Object.assign(context.req.bodyCache, { text: Promise.resolve(text) });
      return next();
    });
  };
}

// A caller that is gone is neither an error of the app nor a reason for a response that breaks its contract.
async function refuseAborted<TResult>(
  context: Context,
  refuse: RefuseBody,
  read: () => Promise<TResult>,
): Promise<Response | TResult> {
  try {
    return await read();
  } catch (error) {
    if (!context.req.raw.signal.aborted) throw error;
    noteRefused(context);
    return refuse([{ path: [], message: 'must be sent to its end' }]);
  }
}
