// The findings of zod, and functions that create them.
import type { z } from 'zod';

/** The number of findings about one list or object after which its remaining parts are not checked. */
export const MOST_FINDINGS = 100;

export type RawIssue = z.core.$ZodRawIssue;

/** The context of zod's parsing; `finding` if only the findings are needed, not the output. */
export type ParseContext = z.core.ParseContextInternal & {
  readonly finding?: true;
  /** Whether the findings are only compared with those of other branches. */
  readonly comparing?: true;
};

/** Context for finding issues. zod's own compiler of objects is disabled: it needs `new Function`. */
export const FINDING: ParseContext = { async: false, jitless: true, finding: true };

/** An empty list of findings. */
export const NO_ISSUES: readonly RawIssue[] = Object.freeze([]);

/** Creates a finding of a kind for which zod has no code. */
export function customIssue(input: unknown, message: string, path: PropertyKey[] = []): RawIssue {
  return { code: 'custom', input, message, path };
}

/** Creates the finding of a member that is required but absent. */
export function missingMember(name: string): RawIssue {
  return { code: 'invalid_type', expected: 'nonoptional', input: undefined, path: [name] };
}

/** Copies findings, and their paths, which `below` changes. */
export function copyIssues(issues: readonly RawIssue[]): readonly RawIssue[] {
  return issues.map((issue) => (issue.path ? { ...issue, path: [...issue.path] } : issue));
}

/**
 * Prepends the name of a member to the paths of its findings. An existing path is changed in place, because each
 * finding is reported once.
 */
export function below(name: PropertyKey, issues: readonly RawIssue[]): RawIssue[] {
  return issues.map((issue) => {
    if (issue.path === undefined) return { ...issue, path: [name] };
    issue.path.unshift(name);
    return issue;
  });
}
