import { OpenApiModelError } from '@keyframe/openapi-model/document';
import { describeSystemError } from '../file/describe-system-error.ts';

/** Error thrown when generated files cannot be written to their folder. */
export class FolderUnusableError extends OpenApiModelError {
  readonly code = 'folder_unusable';

  constructor(path: string, options: { cause: unknown }) {
    super(`${path}: The files cannot be written: ${describeSystemError(options.cause)}`, options);
  }
}
