/** Handlers that turn errors, inside and outside of the app, into the contract's error body (ERR-1, OPEN-24). */
import { RequestError } from '@hono/node-server';
import { TurnTimeoutError } from '@keyframe/fairness';
import { type OpenApiDocument, pathMethods } from '@keyframe/openapi-runtime/server';
import type { Context, ErrorHandler } from 'hono';
import { isTransient } from '../db/errors.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { SubmissionRefusedError } from '../tasks/submission.ts';
import type { Log } from '../telemetry/log.ts';
import { createRequestId, REQUEST_ID_HEADER } from '../telemetry/tracing.ts';
import type { AppEnv } from './app-env.ts';
import {
  ApiError,
  answerError,
  conflicted,
  internalError,
  invalidRequest,
  notFound,
  outOfTurn,
  refusedSubmission,
  refuseMethod,
  unavailable,
} from './errors.ts';
import { rateFields } from './middleware/authentication.ts';

/** A request that an error has ended, as the log names it. */
export interface FailedRequest {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
}

/** Makes the app's handler of errors. */
export function handleError(log: Log): ErrorHandler<AppEnv> {
  return (error, context) => {
    const { method, path } = context.req;
    if (context.get('rateStates') !== undefined) {
      for (const [name, value] of Object.entries(rateFields(context))) context.header(name, value);
    }
    return answerError(
      context,
      explainError(error, log, { requestId: context.get('requestId'), method, path }),
    );
  };
}

/** Finds the error of the contract that answers a thrown error, which is logged unless it is one of them. */
function explainError(error: unknown, log: Log, request: FailedRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof SubmissionRefusedError) return refusedSubmission(error.refusal);
  // Nobody hears it, but it is what is counted.
  if (isClientAbort(error)) return invalidRequest('The client aborted the request.');
  log.error({ err: error, ...request }, 'request failed');
  if (error instanceof TurnTimeoutError) return outOfTurn();
  if (isDatabaseUnavailable(error)) return unavailable('its database');
  return isTransient(error) ? conflicted() : internalError();
}

/** Reports whether a request's body broke off because its client was gone, which Node says in these words. */
function isClientAbort(error: unknown): boolean {
  return (
    error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
  );
}

/**
 * Creates the handler of requests that no route matches: 405 with Allow for a method, 404 for a path (OPEN-24).
 * @param prefix of the paths that the document describes
 */
export function answerNotFound(document: OpenApiDocument, prefix = ''): (context: Context) => Response {
  const methodsAt = pathMethods(document);
  return (context) => {
    const { path } = context.req;
    const allow = methodsAt(path.slice(prefix.length)).join(', ');
    if (allow === '') return answerError(context, notFound(`No resource at ${path}.`));
    return refuseMethod(context, allow);
  };
}

/** Writes the error of bytes that are no request. */
export function writeMalformedRequest(reason: string): string {
  return JSON.stringify(malformedRequest(reason).body);
}

function malformedRequest(reason: string): ApiError {
  return invalidRequest(`Malformed request: ${reason}.`);
}

/** Makes the listener's handler of errors; without it their answers have no body. */
export function answerMalformedRequest(log: Log): (error: unknown) => Response {
  return (error) => {
    const isRequestError = error instanceof RequestError;
    const requestId = createRequestId();
    if (!isRequestError) log.error({ err: error, requestId }, 'request failed outside of the app');
    const { body, status } = isRequestError ? malformedRequest(error.message) : internalError();
    return Response.json(body, { status, headers: { [REQUEST_ID_HEADER]: requestId } });
  };
}
