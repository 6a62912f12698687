import { OpenApiHonoError } from './errors.ts';

/** Error thrown for `importSource` with a source that generated code cannot import. */
export class SourceNotImportableError extends OpenApiHonoError {
  readonly code = 'source_not_importable';

  constructor(path: string) {
    super(
      `${path}: The source cannot be imported in place of a copy: it must be one JSON file of OpenAPI 3.1, read without overlays and selections. Leave out --import-source.`,
    );
  }
}
