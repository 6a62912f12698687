import { OpenApiModelError } from './errors.ts';
import { formatProblems, type Problem } from './problem.ts';

/** Error thrown with all problems that prevent a model of a document. */
export class DocumentInvalidError extends OpenApiModelError {
  readonly code = 'document_invalid';
  readonly source: string;
  readonly problems: readonly Problem[];
  /** Paths of the files that were read. */
  readonly files: readonly string[];
  /** Whether the document can be read without the operations that have problems, which a caller finds out. */
  isSkippable = false;

  constructor(source: string, problems: readonly Problem[], files: readonly string[] = []) {
    super(formatProblems(source, problems));
    this.source = source;
    this.problems = problems;
    this.files = files;
  }
}
