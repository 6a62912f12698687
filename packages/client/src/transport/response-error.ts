// Tells the contract's errors from everything else that may stand between the client and the service.
import type { ErrorDetail } from '../contract-types.ts';
import { API_ERRORS } from '../errors/api-error.ts';
import type { ErrorDetails, KeyframeError } from '../errors/keyframe-error.ts';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.ts';
import { retryAfterSeconds } from './retry-after.ts';

const EXCERPT_LENGTH = 200;

/** What some of the seven errors hold beside their code and message. */
interface Specifics {
  param?: string;
  retry_after?: number;
  required?: number;
  available?: number;
}

/** Gives what the service calls a request. */
export function requestIdOf(headers: Headers): string | undefined {
  return headers.get('x-request-id') ?? undefined;
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
  const { error } = (body ?? {}) as { error?: Partial<ErrorDetail> & Specifics };
  const { code, message, retry_after, required, available, param } = error ?? {};
  if (code !== undefined && Object.hasOwn(API_ERRORS, code) && typeof message === 'string') {
    details.retryAfter ??= retry_after;
    // Named one by one: whatever else a body holds must not replace what an error has.
    if (required !== undefined) Object.assign(details, { required, available });
    if (param !== undefined) details.param = param;
    return new API_ERRORS[code](`${failed} ${code}: ${message}`, { ...details, code });
  }
  const excerpt = `${typeof body === 'string' ? body : JSON.stringify(body)}`.slice(0, EXCERPT_LENGTH);
  return new UnexpectedResponseError(`${failed}, not a response of the contract: ${excerpt}`, details);
}
