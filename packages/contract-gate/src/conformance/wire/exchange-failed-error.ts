/** How an exchange ended that brought no response: `cut-off` by the end of the run. */
export type FailureKind = 'cut-off' | 'endless' | 'malformed' | 'refused' | 'reset' | 'timeout';

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
