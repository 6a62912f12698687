import { OpenApiModelError } from '../errors.ts';

/** Error thrown for names and tags that select no operation of a document. */
export class SelectionUnknownError extends OpenApiModelError {
  readonly code = 'selection_unknown';

  constructor(source: string, problems: readonly string[]) {
    super(`${source}: ${problems.join(' ')} Use an operationId, "GET /path", a webhook or a tag.`);
  }
}
