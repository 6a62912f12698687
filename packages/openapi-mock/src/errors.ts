/** Base class of errors that this package throws; `code` identifies them. */
export abstract class OpenApiMockError extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
