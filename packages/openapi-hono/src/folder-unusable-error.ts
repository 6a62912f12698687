import { OpenApiHonoError } from './errors.ts';

/** Reports a folder that generated files can't be written to. */
export class FolderUnusableError extends OpenApiHonoError {
  readonly code = 'folder_unusable';

  constructor(path: string, options: { cause: unknown }) {
    const reason = options.cause instanceof Error ? options.cause.message : String(options.cause);
    super(`${path}: The files cannot be written: ${reason}`, options);
  }
}
