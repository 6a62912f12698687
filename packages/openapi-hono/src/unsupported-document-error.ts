import { formatProblems, type Problem } from '@keyframe/openapi-model';
import { OpenApiHonoError } from './errors.ts';

/** Reports everything in a document that can't be kept exactly, all of it at once; nothing was generated. */
export class UnsupportedDocumentError extends OpenApiHonoError {
  readonly code = 'document_unsupported';
  readonly source: string;
  readonly problems: readonly Problem[];

  constructor(source: string, problems: readonly Problem[]) {
    super(formatProblems(source, problems));
    this.source = source;
    this.problems = problems;
  }
}
