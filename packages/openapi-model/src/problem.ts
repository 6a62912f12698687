/** The source location of a part of a document; line and column count from 1, columns in UTF-16 units. */
export interface Location {
  file: string;
  line: number;
  column: number;
  /** The part of the file: a JSON pointer in its URI fragment form, `#/paths/~1tasks/get`. */
  pointer: string;
  /** The source line, cut to what is around the column, and a caret below the column. */
  excerpt?: string;
}

/** Finds the source location of a pointer; undefined if it is unknown. */
export type Locate = (pointer: string) => Location | undefined;

/** One finding in a document: location, problem and repair. */
export interface Problem extends Partial<Location> {
  /** Refers to the document, or to `file` if it is present. */
  pointer: string;
  message: string;
  repair: string;
  /** The stable name of the rule that found it, where it has one; see `REPAIRS`. */
  rule?: string;
}

/** Adds file, line, column and excerpt to problems of a document. */
export function locateProblems(problems: readonly Problem[], locate: Locate): Problem[] {
  return problems.map((problem) =>
    problem.file === undefined ? { ...problem, ...locate(problem.pointer) } : problem,
  );
}

/**
 * Formats problems for people: `file:line:column pointer message repair`, and the excerpt below it. Equal problems are
 * formatted once, with their other locations.
 */
export function formatProblems(source: string, problems: readonly Problem[]): string {
  return groupProblems(problems)
    .map(([problem, ...others]) => {
      const { message, repair } = problem;
      const head = `${formatLocation(source, problem)} ${message} ${repair}`;
      return `${head}${formatExcerpt(problem)}${formatOthers(source, others)}`;
    })
    .join('\n');
}

/** Groups problems that differ only in their locations, each reported once, in the order of the first of each group. */
export function groupProblems<TProblem extends Problem>(
  problems: readonly TProblem[],
): [TProblem, ...TProblem[]][] {
  const groups = new Map<string, [TProblem, ...TProblem[]]>();
  const locations = new Set<string>();
  for (const problem of problems) {
    const { rule, message, repair } = problem;
    const key = JSON.stringify([rule, message, repair]);
    const group = groups.get(key);
    const location = JSON.stringify([key, problem.file, problem.line, problem.column, problem.pointer]);
    if (!group) groups.set(key, [problem]);
    else if (!locations.has(location)) group.push(problem);
    locations.add(location);
  }
  return [...groups.values()];
}

const MOST_OTHERS = 4;

/** Formats the other locations of a problem, each on a line of its own; empty without any. */
function formatOthers(source: string, others: readonly Problem[]): string {
  const lines = others
    .slice(0, MOST_OTHERS)
    .map((problem) => `\n  also at ${formatLocation(source, problem)}`);
  const hidden = others.length - lines.length;
  return lines.join('') + (hidden > 0 ? `\n  and at ${hidden} more` : '');
}

function formatLocation(source: string, { file, line, column, pointer }: Problem): string {
  return `${file === undefined ? source : `${file}:${line}:${column}`} ${pointer}`;
}

/** Formats the excerpt of a problem, each line on a line of its own; empty without an excerpt. */
function formatExcerpt({ line, excerpt }: Problem): string {
  if (line === undefined || excerpt === undefined) return '';
  const gutter = ' '.repeat(String(line).length);
  const [text = '', caret = ''] = excerpt.split('\n');
  return `\n  ${line} | ${text}\n  ${gutter} | ${caret}`;
}
