import { OpenApiModelError } from '@keyframe/openapi-model';

/** Error thrown for a command line that cannot be understood. */
export class UsageError extends OpenApiModelError {
  readonly code = 'usage';
}
