/** Thrown when a command was called with values that it does not take; ends with exit code 2. */
export class UsageError extends Error {
  readonly code = 'usage';
  override readonly name = 'UsageError';
}
