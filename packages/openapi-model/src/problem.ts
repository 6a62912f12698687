/** Says where a place of a document is written; line and column count from 1, columns in UTF-16 units. */
export interface Location {
  file: string;
  line: number;
  column: number;
  /** The place within the file: a JSON pointer in its URI fragment form, `#/paths/~1tasks/get`. */
  pointer: string;
}

/** Finds where a place of a document is written; undefined when that is not known. */
export type Locate = (pointer: string) => Location | undefined;

/** Describes one finding in a document: where, what is wrong, and what to do about it. */
export interface Problem extends Partial<Location> {
  /** Of the document; of `file` where that is known. */
  pointer: string;
  message: string;
  repair: string;
}

/** Adds file, line and column to problems of a document. */
export function locateProblems(problems: readonly Problem[], locate: Locate): Problem[] {
  return problems.map((problem) =>
    problem.file === undefined ? { ...problem, ...locate(problem.pointer) } : problem,
  );
}

/** Formats problems for people, one line each: `file:line:column pointer message repair`. */
export function formatProblems(source: string, problems: readonly Problem[]): string {
  return problems
    .map(({ file, line, column, pointer, message, repair }) => {
      const place = file === undefined ? source : `${file}:${line}:${column}`;
      return `${place} ${pointer} ${message} ${repair}`;
    })
    .join('\n');
}
