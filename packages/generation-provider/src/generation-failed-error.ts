/** Thrown by a provider that knows why it failed; `reason` becomes the task's `failed_reason` (OPEN-11). */
export class GenerationFailedError extends Error {
  readonly code = 'generation_failed';
  override readonly name = 'GenerationFailedError';
  readonly reason: string;

  constructor(reason: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
