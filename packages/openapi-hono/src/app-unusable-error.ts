import { OpenApiHonoError } from './errors.ts';

/** Reports an app that can't be asked for its document. */
export class AppUnusableError extends OpenApiHonoError {
  readonly code = 'app_unusable';

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`${path}: ${reason}`, options);
  }
}
