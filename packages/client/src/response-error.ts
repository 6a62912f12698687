// Tells the contract's errors from everything else that may stand between the client and the service.
import { ApiError } from './api-error.ts';
import type { ClientError } from './client-error.ts';
import type { ErrorCode, ErrorDetail } from './contract-types.ts';
import { retryAfterSeconds } from './retry-after.ts';
import { UnexpectedResponseError } from './unexpected-response-error.ts';

const CODES: Readonly<Record<ErrorCode, true>> = {
  invalid_request: true,
  invalid_api_key: true,
  insufficient_credits: true,
  forbidden: true,
  not_found: true,
  rate_limited: true,
  internal_error: true,
};

const EXCERPT_LENGTH = 200;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isErrorBody(body: unknown): body is { error: ErrorDetail } {
  if (!isObject(body) || !isObject(body.error)) return false;
  const { code, message } = body.error;
  return typeof code === 'string' && Object.hasOwn(CODES, code) && typeof message === 'string';
}

/** Makes the error for an answer that is no 2xx, out of its parsed body or its text. */
export function responseError(response: Response, body: unknown): ClientError {
  const { status } = response;
  const retryAfter = retryAfterSeconds(response.headers);
  if (isErrorBody(body)) {
    const { error } = body;
    const inBody = 'retry_after' in error ? error.retry_after : undefined;
    return new ApiError(error, { status, retryAfter: retryAfter ?? inBody });
  }
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? 'an empty body');
  return new UnexpectedResponseError(
    `${response.url} answered ${status} without an error of the contract: ${text.slice(0, EXCERPT_LENGTH)}`,
    { status, retryAfter },
  );
}
