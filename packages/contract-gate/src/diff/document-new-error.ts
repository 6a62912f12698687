import { UsageError } from '../usage-error.ts';

/** Error thrown for a document that is in the working tree, but not at a ref of git that exists. */
export class DocumentNewError extends UsageError {
  constructor(path: string, ref: string, cause: Error) {
    super(`${path} is new: ${ref} has no version of it to compare with.`, { cause });
    this.name = 'DocumentNewError';
  }
}
