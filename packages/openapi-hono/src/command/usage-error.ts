import { OpenApiHonoError } from '../errors.ts';

/** Reports a command line that can't be understood. */
export class UsageError extends OpenApiHonoError {
  readonly code = 'usage';
}
