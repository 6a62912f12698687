/** The errors of the console's contract; their body has the form of the video API's. */
import type { ErrorDetail } from '@keyframe/console-contract/hono';
import { type APIError, isAPIError } from 'better-auth/api';
import type { ErrorHandler } from 'hono';
import { handleError } from '../api/error-handler.ts';
import { ApiError, answerError } from '../api/errors.ts';
import { AuthError } from '../owners/auth-error.ts';
import type { Log } from '../telemetry/log.ts';

type ErrorCode = ErrorDetail['code'];

const STATUS = {
  invalid_request: 400,
  unauthenticated: 401,
  insufficient_credits: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  internal_error: 500,
} as const satisfies Record<ErrorCode, number>;

/** Thrown by middleware and handlers; answered as the contract's Error. */
export class ConsoleError extends Error {
  override readonly name = 'ConsoleError';
  readonly detail: ErrorDetail;

  constructor(detail: ErrorDetail) {
    super(detail.message);
    this.detail = detail;
  }
}

export function unauthenticated(): ConsoleError {
  return new ConsoleError({ code: 'unauthenticated', message: 'Sign in first.' });
}

export function forbidden(message: string): ConsoleError {
  return new ConsoleError({ code: 'forbidden', message });
}

/** Says that something is not there, or not the reader's, which sounds the same. */
export function notFound(what: string): ConsoleError {
  return new ConsoleError({ code: 'not_found', message: `${what} not found.` });
}

export function conflict(message: string): ConsoleError {
  return new ConsoleError({ code: 'conflict', message });
}

export function invalidRequest(message: string, param: string): ConsoleError {
  return new ConsoleError({ code: 'invalid_request', message, param });
}

export function rateLimited(retryAfterSeconds: number): ConsoleError {
  const wait = `${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}`;
  return new ConsoleError({
    code: 'rate_limited',
    message: `Rate limit exceeded. Retry after ${wait}.`,
    retry_after: retryAfterSeconds,
  });
}

/** Makes the handler of errors of what is below `/console`; what is not of the console is answered as elsewhere. */
export function handleConsoleError(log: Log): ErrorHandler {
  const handleOther = handleError(log);
  return (error, context) => {
    const known = toConsoleError(error);
    if (known !== undefined) {
      const { retry_after } = known.detail;
      if (retry_after !== undefined) context.header('Retry-After', String(retry_after));
      return context.json({ error: known.detail }, STATUS[known.detail.code]);
    }
    if (error instanceof ApiError) return answerError(context, error);
    return handleOther(error, context);
  };
}

/** Converts an error of this folder, of `auth/` or of better-auth; undefined for all others. */
function toConsoleError(error: Error): ConsoleError | undefined {
  if (error instanceof ConsoleError) return error;
  if (error instanceof AuthError) return new ConsoleError({ code: error.code, message: error.message });
  return isAPIError(error) ? signInToConsoleError(error) : undefined;
}

/** Converts an error of better-auth; undefined for one that only a defect of the console causes. */
function signInToConsoleError(error: APIError): ConsoleError | undefined {
  if (error.statusCode === 401) return unauthenticated();
  if (error.statusCode !== 429) return undefined;
  const retryAfter = new Headers(error.headers).get('retry-after');
  return rateLimited(Math.max(1, Number(retryAfter) || 1));
}
