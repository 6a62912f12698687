import { OpenApiModelError } from '../errors.ts';

/** Error thrown for a command line that cannot be understood. */
export class UsageError extends OpenApiModelError {
  readonly code = 'usage';
}
