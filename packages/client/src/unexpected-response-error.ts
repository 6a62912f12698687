import { ClientError } from './client-error.ts';

/** Is thrown for an answer that the contract does not know, such as the error page of a proxy. */
export class UnexpectedResponseError extends ClientError {
  override readonly name = 'UnexpectedResponseError';
  override readonly code = 'unexpected_response';
  /** The HTTP status; absent when the answer can't be read. */
  readonly status: number | undefined;
  /** Seconds to wait before the next attempt, when the answer says so. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    {
      status,
      retryAfter,
      ...options
    }: ErrorOptions & { status?: number; retryAfter?: number | undefined } = {},
  ) {
    super(message, options);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
