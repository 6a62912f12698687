// Guards a body against its reader: what is too large, ambiguous or built to exhaust a validator is never parsed.
import type { Env } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type BodyIssue, type StructureLimits, structureIssues } from './json-structure.ts';
import { isJson, isUtf8 } from './media-type.ts';
import type { OperationRequest } from './operation-request.ts';
import { getContentCoding } from './read-body.ts';
import { decodeUtf8 } from './read-text.ts';
import type { Stage } from './stage.ts';

/** Answers a body that was refused, or throws what the app's error handler answers. */
export type RefuseBody = (issues: readonly BodyIssue[]) => Response | Promise<Response>;

/**
 * Creates a stage that refuses a body of more than `maxBytes`, and closes its connection, on which the rest of the body stays
 * unread.
 */
export function limitBody<TEnv extends Env>(maxBytes: number, refuse: RefuseBody): Stage<TEnv> {
  const refuseLarge = async (request: OperationRequest<TEnv>) => {
    const { context } = request;
    request.markRejected();
    context.header('Connection', 'close');
    const response = await refuse([{ path: [], message: `must not be larger than ${maxBytes} bytes` }]);
    return context.newResponse(response.body, response);
  };
  // Node holds a body to its announced length; only one without has to be counted as it is read, which costs more.
  return (request) => {
    const length = request.header('content-length');
    if (length === undefined || request.header('transfer-encoding') !== undefined) {
      return refuseAborted(request, refuse, async () => {
        const countBytes = bodyLimit({ maxSize: maxBytes, onError: () => refuseLarge(request) });
        return (await countBytes(request.context, async () => {})) ?? undefined;
      });
    }
    return Number(length) > maxBytes ? refuseLarge(request) : undefined;
  };
}

/**
 * Creates a stage that refuses a JSON body that is not valid UTF-8, has unpaired surrogates or duplicate keys, or whose
 * structure exceeds the limits. Other media types and codings pass: they are for the operation to take or to refuse.
 */
export function guardJson<TEnv extends Env>(limits: StructureLimits, refuse: RefuseBody): Stage<TEnv> {
  return (request) => {
    const { context } = request;
    const { req } = context;
    const contentType = req.header('content-type') ?? '';
    const isText = isUtf8(contentType) && getContentCoding(context) === undefined;
    if (!isJson(contentType) || !isText) return undefined;
    return refuseAborted(request, refuse, async () => {
      const text = decodeUtf8(await req.arrayBuffer());
      const issues =
        text === undefined ? [{ path: [], message: 'must be valid UTF-8' }] : structureIssues(text, limits);
      if (issues.length > 0) {
        request.markRejected();
        return refuse(issues);
      }
      // Hono would decode the bytes once more, by way of a Response, which costs more than all the rest.
      Object.assign(req.bodyCache, { text: Promise.resolve(text) });
      return undefined;
    });
  };
}

// A caller that is gone is neither an error of the app nor a reason for a response that breaks its contract.
async function refuseAborted<TEnv extends Env>(
  request: OperationRequest<TEnv>,
  refuse: RefuseBody,
  read: () => Promise<Response | undefined>,
): Promise<Response | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!request.context.req.raw.signal.aborted) throw error;
    request.markRejected();
    return refuse([{ path: [], message: 'must be sent to its end' }]);
  }
}
