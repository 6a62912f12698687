/** Thrown when a command was understood and the state of things forbids it; ends with exit code 1. */
export class RefusedError extends Error {
  readonly code = 'refused';
  override readonly name = 'RefusedError';
}
