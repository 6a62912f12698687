import { OpenApiModelError } from '@keyframe/openapi-model';

/** The base of every error of this package; `code` is stable, the message is for people. */
export abstract class OpenApiHonoError extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Reports whether an error is about the document, or about what is to be generated from it. */
export function isExpected(error: unknown): error is OpenApiHonoError | OpenApiModelError {
  return error instanceof OpenApiModelError || error instanceof OpenApiHonoError;
}
