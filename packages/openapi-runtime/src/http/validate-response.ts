import type { Context, Env, MiddlewareHandler } from 'hono';
import { checkAgainst, needsBody } from './check-response.ts';
import { isJson } from './media-type.ts';
import type { OperationDefinition } from './operation-definition.ts';
import { isRefused } from './refused-requests.ts';
import { findResponse } from './response-definition.ts';
import { ResponseViolationError } from './response-violation-error.ts';

/**
 * Says what happens to a response that departs from its contract: `throw` hands a ResponseViolationError to the app's
 * error handler instead, `report` calls a function with it and sends the response, `off` does not look.
 */
export type ResponseValidation<TEnv extends Env = Env> =
  | 'off'
  | 'throw'
  | { report: (violation: ResponseViolationError, context: Context<TEnv>) => void };

/**
 * Compares every response of an operation with what is documented for it, errors included; a refusal of the request only
 * where its status is documented.
 */
export function validateResponse<TEnv extends Env>(
  operationId: string,
  operation: OperationDefinition,
  mode: Exclude<ResponseValidation<TEnv>, 'off'>,
): MiddlewareHandler<TEnv> {
  return async (context, next) => {
    // The headers that outer middleware has set, such as CORS, belong to the response of an error as well.
    const headers = new Headers(context.res.headers);
    await next();
    const { status } = context.res;
    // A contract need not say how a request that breaks it is refused: 400, 401 or 415 is no fault of the handler.
    if (isRefused(context) && !findResponse(operation, status)) return;
    const issues = checkAgainst(operation, {
      status,
      headers: context.res.headers,
      body: await readResponseBody(operation, context.res),
    });
    if (issues.length === 0) return;
    const violation = new ResponseViolationError(operationId, status, issues);
    if (mode !== 'throw') {
      mode.report(violation, context);
      return;
    }
    // Hono copies the headers of a response to its replacement, unless the response is undefined.
    context.res = undefined;
    context.res = new Response(null, { headers });
    throw violation;
  };
}

// Reads a clone, so that the body that is sent stays unread. A body that no schema speaks of, a stream of events
// above all, is not read either: that would hold it back until its end.
async function readResponseBody(operation: OperationDefinition, response: Response): Promise<unknown> {
  if (response.body === null) return undefined;
  if (!needsBody(operation, response)) return response.body;
  const text = await response.clone().text();
  if (!isJson(response.headers.get('content-type') ?? '')) return text;
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
