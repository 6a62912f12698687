// Tells the contract's errors from everything else that may stand between the client and the service.
import type { ErrorDetail } from '../contract-types.ts';
import { API_ERRORS } from '../errors/api-error.ts';
import type { ErrorDetails, KeyframeError } from '../errors/keyframe-error.ts';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.ts';
import { retryAfterSeconds } from './retry-after.ts';

const EXCERPT_LENGTH = 200;

/** Gives what the service, or whatever stands before it, calls a request. */
export function requestIdOf(headers: Headers): string | undefined {
  return headers.get('request-id') ?? headers.get('x-request-id') ?? undefined;
}

/** Makes the error for a response that is no 2xx, or has not the body that the contract says. */
export function responseError(
  response: Response,
  body: unknown,
  request: { method: string; url: string },
): KeyframeError {
  const { status, headers } = response;
  const failed = `Request failed: ${request.method} ${request.url}: ${status}`;
  const details: ErrorDetails & { status: number } = {
    ...request,
    status,
    requestId: requestIdOf(headers),
    retryAfter: retryAfterSeconds(headers),
  };
  const { error } = (body ?? {}) as { error?: Partial<ErrorDetail & { retry_after: number }> };
  const { code, message, retry_after, ...extra } = error ?? {};
  if (code !== undefined && Object.hasOwn(API_ERRORS, code) && typeof message === 'string') {
    details.retryAfter ??= retry_after;
    return new API_ERRORS[code](`${failed} ${code}: ${message}`, { ...details, ...extra, code });
  }
  const excerpt = `${typeof body === 'string' ? body : JSON.stringify(body)}`.slice(0, EXCERPT_LENGTH);
  return new UnexpectedResponseError(`${failed}, not a response of the contract: ${excerpt}`, details);
}
