// Explains why a value matches no branch of a union: reports the findings of the most likely branch.
import { issueKey } from './issue-key.ts';
import { customIssue, type RawIssue } from './raw-issue.ts';

type Finding = { readonly [name: string]: unknown } & RawIssue;

/** Picks the findings to report when every branch failed. */
export function explainBranches(
  failures: readonly (readonly RawIssue[])[],
  input: unknown,
): readonly RawIssue[] {
  const groups = failures.filter((issues) => !issues.some(isTypeMismatch));
  if (groups.length === 0) return expectedTypes(failures, input);
  if (groups.length === 1) return groups[0] ?? [];
  return mergedValues(groups) ?? mergedMissing(groups, input) ?? mergedSizes(groups) ?? fewest(groups);
}

function isAtRoot(issue: RawIssue): boolean {
  return issue.path === undefined || issue.path.length === 0;
}

function isTypeMismatch(issue: RawIssue): boolean {
  return issue.code === 'invalid_type' && isAtRoot(issue) && issue.expected !== 'int';
}

function expectedTypes(failures: readonly (readonly RawIssue[])[], input: unknown): readonly RawIssue[] {
  const expected = new Set<string>();
  for (const issue of failures.flat())
    if (isTypeMismatch(issue)) expected.add(String((issue as Finding).expected));
  if (expected.size === 1) return failures[0] ?? [];
  const message = `Invalid input: expected ${[...expected].join(' or ')}`;
  return [customIssue(input, message)];
}

function fewest(failures: readonly (readonly RawIssue[])[]): readonly RawIssue[] {
  return failures.reduce((best, issues) => (weigh(issues) < weigh(best) ? issues : best));
}

// A wrong constant says "another branch was meant" more loudly than any number of other findings.
function weigh(issues: readonly RawIssue[]): number {
  const misfits = issues.filter((issue) => issue.code === 'invalid_value' && (issue.path ?? []).length <= 1);
  return misfits.length * 1_000 + issues.length;
}

// Branches that are constants: the values of all of them.
function mergedValues(failures: readonly (readonly RawIssue[])[]): RawIssue[] | undefined {
  const values: unknown[] = [];
  for (const [issue, ...siblings] of failures) {
    if (issue === undefined || siblings.length > 0 || issue.code !== 'invalid_value' || !isAtRoot(issue))
      return undefined;
    values.push(...issue.values);
  }
  const first = failures[0]?.[0];
  return first && [{ ...first, values: values as string[] } as RawIssue];
}

// Merges the findings of branches that each require another member: any of them would match.
function mergedMissing(failures: readonly (readonly RawIssue[])[], input: unknown): RawIssue[] | undefined {
  const names = new Set<string>();
  for (const [issue, ...siblings] of failures) {
    const [name, ...tail] = issue?.path ?? [];
    if (issue?.code !== 'invalid_type' || issue.input !== undefined || siblings.length > 0) return undefined;
    if (name === undefined || tail.length > 0) return undefined;
    names.add(String(name));
  }
  if (names.size < 2) return undefined;
  const message = `Invalid input: expected ${[...names].join(' or ')}`;
  return [{ ...customIssue(input, message), params: { missing: [...names] } } as RawIssue];
}

// Branches that differ by the number of items only: one bound over all of them.
function mergedSizes(failures: readonly (readonly RawIssue[])[]): RawIssue[] | undefined {
  const sizes: Finding[] = [];
  const rests: RawIssue[][] = [];
  for (const issues of failures) {
    const [size, ...siblings] = issues.filter(isItemCount);
    if (size === undefined || siblings.length > 0) return undefined;
    sizes.push(size as Finding);
    rests.push(issues.filter((issue) => !isItemCount(issue)));
  }
  const [first, ...keys] = rests.map((issues) => issues.map(issueKey).join());
  if (keys.some((key) => key !== first)) return undefined;
  const minimum = Math.min(...sizes.map((issue) => Number(issue.minimum ?? 0)));
  const maximum = Math.max(...sizes.map((issue) => Number(issue.maximum ?? Number.POSITIVE_INFINITY)));
  const nearest = sizes.find((issue) =>
    issue.code === 'too_big' ? issue.maximum === maximum : issue.minimum === minimum,
  );
  if (!nearest) return undefined;
  const bounds = { minimum, ...(Number.isFinite(maximum) ? { maximum } : {}) };
  return [{ ...nearest, ...bounds } as RawIssue, ...(rests[0] ?? [])];
}

function isItemCount(issue: RawIssue): boolean {
  return (
    isAtRoot(issue) && (issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'array'
  );
}
