/** Tells that bytes are not a medium that is taken: of another format, damaged or cut short. */
export class UnreadableMediaError extends Error {
  readonly code = 'unreadable_media';
  readonly problem: string;

  constructor(problem: string, options?: { cause: unknown }) {
    super(`The medium cannot be read: ${problem}`, options);
    this.problem = problem;
    this.name = 'UnreadableMediaError';
  }
}
