/** Describes one finding in a document: where, what is wrong, and what to do about it. */
export interface Problem {
  /** A JSON pointer in its URI fragment form, `#/paths/~1tasks/get`. */
  pointer: string;
  message: string;
  repair: string;
}

/** Formats problems for people, one line each. */
export function formatProblems(source: string, problems: readonly Problem[]): string {
  return problems
    .map(({ pointer, message, repair }) => `${source}${pointer}: ${message} ${repair}`)
    .join('\n');
}
