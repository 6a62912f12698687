// The findings of zod, and what is needed to make them.
import type { z } from 'zod';

/** The number of findings about one list, or one object, after which the rest of it is not looked at. */
export const MOST_FINDINGS = 100;

export type RawIssue = z.core.$ZodRawIssue;

/** The context of zod's parsing; `finding` when all that is asked for is what is wrong with the value. */
export type ParseContext = z.core.ParseContextInternal & {
  readonly finding?: true;
  /** Whether the findings are only compared with those of other branches. */
  readonly comparing?: true;
};

/** Asks what is wrong. zod's own compiler of objects is left out: it needs `new Function`. */
export const FINDING: ParseContext = { async: false, jitless: true, finding: true };

/** Finds nothing. */
export const NO_ISSUES: readonly RawIssue[] = Object.freeze([]);

/** Makes a finding of a kind that zod has no code for. */
export function customIssue(input: unknown, message: string, path: PropertyKey[] = []): RawIssue {
  return { code: 'custom', input, message, path };
}

/** Puts findings about a member below its name. What has a path is changed in place: a finding is told once. */
export function below(name: PropertyKey, issues: readonly RawIssue[]): RawIssue[] {
  return issues.map((issue) => {
    if (issue.path === undefined) return { ...issue, path: [name] };
    issue.path.unshift(name);
    return issue;
  });
}
