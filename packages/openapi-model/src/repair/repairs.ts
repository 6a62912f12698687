// Mistakes with an obvious meaning: the only table for strict and lenient reading.

import type { Problem } from '../problem.ts';

/** The names of all rules for `lenient`. */
export const REPAIRS = [
  'boolean-bounds',
  'boolean-required',
  'content-without-body',
  'dangling-response',
  'deep-object-single-value',
  'duplicate-key',
  'duplicate-operation-id',
  'duplicate-parameter',
  'empty-composition',
  'empty-map',
  'fragment-id',
  'inapplicable-style',
  'incomplete-info',
  'invalid-pattern',
  'invalid-status',
  'lower-case-status',
  'misplaced-ref',
  'nullable',
  'optional-path-parameter',
  'parameter-as-header',
  'parameter-as-text',
  'parameter-without-schema',
  'path-without-slash',
  'pattern-dialect',
  'query-in-path',
  'recursive-ref',
  'redos-pattern',
  'scalar-type',
  'schema-as-parameter',
  'security-shape',
  'single-item',
  'single-required',
  'type-as-schema',
  'undeclared-path-parameter',
  'undeclared-security-scheme',
  'unknown-dialect',
  'unknown-link-target',
  'unknown-type',
  'unused-path-parameter',
] as const;

/** The name of a rule that accepts an error whose intent is clear. */
export type RepairName = (typeof REPAIRS)[number];

/** The rules that accept errors of a document: all, none, or the named ones. */
export type Lenience = boolean | readonly RepairName[];

/** Checks whether a document is read leniently by a rule. */
export function isLenient(lenience: Lenience | undefined, name: RepairName): boolean {
  return Array.isArray(lenience) ? lenience.includes(name) : lenience === true;
}

/** Separates the findings that a reading accepts, which are warnings, from the problems. */
export function separateAccepted(
  findings: readonly Problem[],
  lenience: Lenience | undefined,
): { problems: Problem[]; warnings: Problem[] } {
  const isAccepted = ({ rule }: Problem) =>
    REPAIRS.some((name) => name === rule && isLenient(lenience, name));
  return {
    problems: findings.filter((finding) => !isAccepted(finding)),
    warnings: findings.filter(isAccepted),
  };
}

/** Describes how to resolve a finding of a rule: correct it, or accept it leniently. */
export function repairText(correction: string): string {
  return `${correction} --lenient accepts it.`;
}
