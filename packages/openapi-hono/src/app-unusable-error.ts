import { OpenApiHonoError } from './errors.ts';

/** Error thrown for an app that cannot provide its document. */
export class AppUnusableError extends OpenApiHonoError {
  readonly code = 'app_unusable';

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`${path}: ${reason}`, options);
  }
}
