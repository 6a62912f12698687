import type { Context, Env } from 'hono';
import { checkAgainst, needsBody } from './check-response.ts';
import { isJson } from './media-type.ts';
import type { OperationDefinition } from './operation-definition.ts';
import type { OperationRequest } from './operation-request.ts';

import { parseJson } from './read-text.ts';
import { type RecordedResponse, recordResponse } from './record-response.ts';
import { findResponse } from './response-definition.ts';
import { ResponseViolationError } from './response-violation-error.ts';

/**
 * Says what happens to a response that departs from its contract: `throw` hands a ResponseViolationError to the app's
 * error handler instead, `report` calls a function with it and sends the response, `off` does not look. `record` receives
 * every response.
 */
export type ResponseValidation<TEnv extends Env = Env> =
  | 'off'
  | 'throw'
  | {
      report: (violation: ResponseViolationError, context: Context<TEnv>) => void;
      /** Receives each response without its values, for `keyframe record`. */
      record?: (response: RecordedResponse) => void;
    };

/**
 * Compares a response of an operation with what is documented for it, errors included; that of a rejected request only where
 * its status is documented. Throws a ResponseViolationError in the mode `throw`.
 */
export async function validateResponse<TEnv extends Env>(
  request: OperationRequest<TEnv>,
  response: Response,
  { definition, mode }: { definition: OperationDefinition; mode: Exclude<ResponseValidation<TEnv>, 'off'> },
): Promise<void> {
  const { status, headers } = response;
  // A contract need not say how a request that breaks it is refused: 400, 401 or 415 is no fault of the handler.
  if (request.isRejected && !findResponse(definition, status)) return;
  const body = await readResponseBody(definition, response);
  const issues = checkAgainst(definition, { status, headers, body });
  if (mode !== 'throw')
    mode.record?.(recordResponse({ operationId: request.operationId, status }, body, issues));
  if (issues.length === 0) return;
  const violation = new ResponseViolationError(request.operationId, status, issues);
  if (mode === 'throw') throw violation;
  mode.report(violation, request.context);
}

// Reads a clone, so that the body that is sent stays unread. A body that no schema speaks of, a stream of events
// above all, is not read either: that would hold it back until its end.
async function readResponseBody(operation: OperationDefinition, response: Response): Promise<unknown> {
  if (response.body === null) return undefined;
  if (!needsBody(operation, response)) return response.body;
  const text = await response.clone().text();
  if (!isJson(response.headers.get('content-type') ?? '')) return text;
  try {
    return text === '' ? undefined : parseJson(text);
  } catch {
    return text;
  }
}
