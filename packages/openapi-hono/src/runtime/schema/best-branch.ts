// Says of a value that fits no branch of a union what is wrong with it: the findings of the branch that was meant.
import type { RawIssue } from './schema-node.ts';

/** Picks the findings to report when every branch failed. */
export function explainBranches(failures: readonly RawIssue[][], input: unknown): RawIssue[] {
  const meant = failures.filter((issues) => !issues.some(isTypeMismatch));
  if (meant.length === 0) return [expectedTypes(failures, input)];
  const [only, ...others] = meant;
  if (only === undefined || others.length === 0) return only ?? [];
  return mergedSizes(meant) ?? mergedValues(meant) ?? fewest(meant);
}

function isTypeMismatch(issue: RawIssue): boolean {
  return issue.code === 'invalid_type' && isAtRoot(issue);
}

function isAtRoot(issue: RawIssue): boolean {
  return issue.path === undefined || issue.path.length === 0;
}

function expectedTypes(failures: readonly RawIssue[][], input: unknown): RawIssue {
  const mismatches = failures.flat().filter(isTypeMismatch);
  const expected = [...new Set(mismatches.map((issue) => String(issue.expected)))];
  const [first] = mismatches;
  if (expected.length === 1 && first !== undefined) return first;
  const message = `Invalid input: expected ${expected.join(' or ')}`;
  return { code: 'invalid_type', expected: expected.join(' | '), input, message, path: [] };
}

function fewest(failures: readonly RawIssue[][]): RawIssue[] {
  return failures.reduce((best, issues) => (weigh(issues) < weigh(best) ? issues : best));
}

// A wrong constant says "another branch was meant" more loudly than any number of other findings.
function weigh(issues: readonly RawIssue[]): number {
  const misfits = issues.filter((issue) => issue.code === 'invalid_value' && (issue.path ?? []).length <= 1);
  return misfits.length * 1_000 + issues.length;
}

// Branches that differ only by the number of items: one bound over all of them.
function mergedSizes(failures: readonly RawIssue[][]): RawIssue[] | undefined {
  const sizes = failures.map((issues) => (issues.length === 1 ? issues[0] : undefined));
  if (!sizes.every((issue) => issue !== undefined && isItemCount(issue))) return undefined;
  const counts = sizes.filter((issue) => issue !== undefined);
  const minimum = Math.min(...counts.map((issue) => Number(issue.minimum ?? 0)));
  const maximum = Math.max(...counts.map((issue) => Number(issue.maximum ?? Number.POSITIVE_INFINITY)));
  const nearest = counts.find((issue) =>
    issue.code === 'too_big' ? issue.maximum === maximum : issue.minimum === minimum,
  );
  if (!nearest) return undefined;
  const bounds = { minimum, ...(Number.isFinite(maximum) ? { maximum } : {}) };
  const { message: _message, ...told } = nearest;
  return [{ ...told, ...bounds } as RawIssue];
}

function isItemCount(issue: RawIssue): boolean {
  return (
    isAtRoot(issue) && (issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'array'
  );
}

// Branches that are constants: the values of all of them.
function mergedValues(failures: readonly RawIssue[][]): RawIssue[] | undefined {
  const values: unknown[] = [];
  for (const issues of failures) {
    const [issue] = issues;
    if (issues.length !== 1 || issue === undefined || issue.code !== 'invalid_value' || !isAtRoot(issue))
      return undefined;
    values.push(...issue.values);
  }
  const first = failures[0]?.[0];
  return first ? [{ ...first, values } as RawIssue] : undefined;
}
