/** Reports a command line that cannot be understood; the command exits with 2. */
export class UsageError extends Error {
  readonly code = 'usage';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UsageError';
  }
}
