import type { RawIssue } from './raw-issue.ts';

/** Returns the same text for findings with the same content and location. */
export function issueKey(issue: RawIssue): string {
  const { input: _input, inst: _inst, continue: _continue, ...content } = issue;
  return JSON.stringify({ ...content, path: (issue.path ?? []).map(String) }, (_name, value: unknown) =>
    value instanceof RegExp || typeof value === 'bigint' ? String(value) : value,
  );
}

/** Removes findings that repeat an earlier one: three schemas that require an object all report a string. */
export function distinctIssues(issues: RawIssue[]): RawIssue[] {
  if (issues.length < 2) return issues;
  const seen = new Map<string, RawIssue>();
  for (const issue of issues) {
    const key = issueKey(issue);
    if (!seen.has(key)) seen.set(key, issue);
  }
  return [...seen.values()];
}

/** Adds findings to distinct ones, without repetitions of the same content and location. */
export function joinDistinct(issues: readonly RawIssue[], more: readonly RawIssue[]): RawIssue[] {
  const additions = more.filter(
    (issue) => !issues.some((twin) => hasSameLocation(twin, issue) && issueKey(twin) === issueKey(issue)),
  );
  return [...issues, ...additions];
}

function hasSameLocation({ code, path = [] }: RawIssue, other: RawIssue): boolean {
  const { path: otherPath = [] } = other;
  if (code !== other.code || path.length !== otherPath.length) return false;
  return path.every((name, index) => name === otherPath[index]);
}

/** Lists the findings that all have in common. */
export function commonIssues(findings: readonly (readonly RawIssue[])[]): RawIssue[] {
  const [first = [], ...maps] = findings.map(
    (issues) => new Map(issues.map((issue) => [issueKey(issue), issue])),
  );
  return [...first].flatMap(([key, issue]) => (maps.every((map) => map.has(key)) ? [issue] : []));
}
