/** How an exchange ended that brought no response. */
export type FailureKind = 'endless' | 'malformed' | 'refused' | 'reset' | 'timeout';

/** Thrown when no response came that a client can read. */
export class ExchangeFailedError extends Error {
  readonly code = 'exchange_failed';
  override readonly name = 'ExchangeFailedError';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
