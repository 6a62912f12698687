import { ClientError } from './client-error.ts';
import type { ErrorCode, ErrorDetail } from './contract-types.ts';

/** Is thrown when the service refuses a request; `code` is one of the seven codes of the contract (ERR-5). */
export class ApiError extends ClientError {
  override readonly name = 'ApiError';
  override readonly code: ErrorCode;
  /** The HTTP status. */
  readonly status: number;
  /** Seconds to wait before the next attempt, when the service knows. */
  readonly retryAfter: number | undefined;
  /** Credits that the task needs; only of `insufficient_credits`. */
  readonly required: number | undefined;
  /** Credits on hand; only of `insufficient_credits`. */
  readonly available: number | undefined;

  constructor(
    detail: ErrorDetail,
    { status, retryAfter }: { status: number; retryAfter: number | undefined },
  ) {
    super(detail.message);
    this.code = detail.code;
    this.status = status;
    this.retryAfter = retryAfter;
    this.required = 'required' in detail ? detail.required : undefined;
    this.available = 'available' in detail ? detail.available : undefined;
  }
}
