import { OpenApiModelError } from '@keyframe/openapi-model/document';

/** Error thrown when generated files cannot be written to their folder. */
export class FolderUnusableError extends OpenApiModelError {
  readonly code = 'folder_unusable';

  constructor(path: string, options: { cause: unknown }) {
    const reason = options.cause instanceof Error ? options.cause.message : String(options.cause);
    super(`${path}: The files cannot be written: ${reason}`, options);
  }
}
