import { formatProblems, type Problem } from '@keyframe/openapi-model';
import { OpenApiHonoError } from './errors.ts';

/** Error thrown with all parts of a document that cannot be preserved exactly; nothing was generated. */
export class UnsupportedDocumentError extends OpenApiHonoError {
  readonly code = 'document_unsupported';
  readonly source: string;
  readonly problems: readonly Problem[];
  /** Whether the document can be generated from without the operations that have problems. */
  isSkippable = false;

  constructor(source: string, problems: readonly Problem[]) {
    super(formatProblems(source, problems));
    this.source = source;
    this.problems = problems;
  }
}
