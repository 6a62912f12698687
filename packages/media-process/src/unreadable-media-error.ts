/** Thrown for bytes that are not an accepted medium: another format, damaged or truncated. */
export class UnreadableMediaError extends Error {
  readonly code = 'unreadable_media';
  readonly problem: string;

  constructor(problem: string, options?: { cause: unknown }) {
    super(`The medium cannot be read: ${problem}`, options);
    this.problem = problem;
    this.name = 'UnreadableMediaError';
  }
}
