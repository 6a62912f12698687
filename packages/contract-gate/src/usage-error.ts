/** Error thrown for a command line, configuration or argument that cannot be understood; the command exits with 2. */
export class UsageError extends Error {
  readonly code = 'usage';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UsageError';
  }
}
