import { OpenApiModelError } from '../errors.ts';

/** Reports a document that can't be read, or that is neither JSON nor YAML; `cause` tells why. */
export class DocumentReadError extends OpenApiModelError {
  readonly code = 'document_unreadable';
  readonly source: string;

  constructor(source: string, reason: string, cause: unknown) {
    super(`${source}: ${reason}`, { cause });
    this.source = source;
  }
}
