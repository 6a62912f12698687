/** The base of every error of this package; `code` is stable, the message is for people. */
export abstract class OpenApiModelError extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
