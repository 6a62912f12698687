import { OpenApiModelError } from '../errors.ts';

/** Error thrown for a document that cannot be read, or that is neither JSON nor YAML; `cause` is the reason. */
export class DocumentReadError extends OpenApiModelError {
  readonly code = 'document_unreadable';
  readonly source: string;

  constructor(source: string, reason: string, cause: unknown) {
    super(`${source}: ${reason}`, { cause });
    this.source = source;
  }
}
