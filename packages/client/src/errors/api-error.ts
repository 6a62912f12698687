// The seven errors of the contract as one catalogue: a class per code.
import type { ErrorCode } from '../contract-types.ts';
import { KeyframeError } from './keyframe-error.ts';

/** Error thrown when the service refuses a request; `code` is one of the seven codes of the contract (ERR-5). */
export class ApiError extends KeyframeError {
  override readonly name: string = 'ApiError';
  declare readonly code: ErrorCode;
  declare readonly status: number;
}

/** Error thrown for `invalid_request`: fix the request. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
  declare readonly code: 'invalid_request';
}

/** Error thrown for `invalid_api_key`: the key is missing, unknown or revoked. */
export class InvalidApiKeyError extends ApiError {
  override readonly name = 'InvalidApiKeyError';
  declare readonly code: 'invalid_api_key';
}

/** Error thrown for `insufficient_credits`; nothing was accepted or charged. */
export class InsufficientCreditsError extends ApiError {
  override readonly name = 'InsufficientCreditsError';
  declare readonly code: 'insufficient_credits';
  declare readonly required: number;
  declare readonly available: number;
}

/** Error thrown for `forbidden`: the key lacks the scope. */
export class ForbiddenError extends ApiError {
  override readonly name = 'ForbiddenError';
  declare readonly code: 'forbidden';
}

/** Error thrown for `not_found`: no such task, or another owner's. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
  declare readonly code: 'not_found';
}

/** Error thrown for `rate_limited` when the retries did not help; `retryAfter` says when to ask again. */
export class RateLimitedError extends ApiError {
  override readonly name = 'RateLimitedError';
  declare readonly code: 'rate_limited';
}

/** Error thrown for `internal_error` when the retries did not help. */
export class InternalError extends ApiError {
  override readonly name = 'InternalError';
  declare readonly code: 'internal_error';
}

/** The class of each code. */
export const API_ERRORS = {
  invalid_request: InvalidRequestError,
  invalid_api_key: InvalidApiKeyError,
  insufficient_credits: InsufficientCreditsError,
  forbidden: ForbiddenError,
  not_found: NotFoundError,
  rate_limited: RateLimitedError,
  internal_error: InternalError,
} satisfies Readonly<Record<ErrorCode, typeof ApiError>>;
