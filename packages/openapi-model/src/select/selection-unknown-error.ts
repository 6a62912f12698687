import { OpenApiModelError } from '../errors.ts';

/** Error thrown for names that match no operation of a document. */
export class SelectionUnknownError extends OpenApiModelError {
  readonly code = 'selection_unknown';

  constructor(source: string, names: readonly string[]) {
    const list = names.map((name) => `"${name}"`).join(', ');
    super(
      `${source}: No operation matches ${list}. Use "POST /v1/x", a path, an operationId, tag:x, the name of a webhook or a JSON pointer.`,
    );
  }
}
