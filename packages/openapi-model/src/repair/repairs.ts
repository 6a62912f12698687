// Mistakes with an obvious meaning: the only table for strict and lenient reading.

/** The names of all rules for `lenient`. */
export const REPAIRS = [
  'boolean-bounds',
  'boolean-required',
  'deep-object-single-value',
  'duplicate-operation-id',
  'duplicate-parameter',
  'empty-composition',
  'empty-map',
  'inapplicable-style',
  'incomplete-info',
  'invalid-pattern',
  'lower-case-status',
  'misplaced-ref',
  'nullable',
  'optional-path-parameter',
  'parameter-as-header',
  'parameter-as-text',
  'pattern-dialect',
  'recursive-ref',
  'redos-pattern',
  'scalar-type',
  'single-required',
  'undeclared-path-parameter',
  'undeclared-security-scheme',
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

/** Describes how to resolve a finding of a rule: correct it, or accept it leniently. */
export function repairText(correction: string): string {
  return `${correction} --lenient accepts it.`;
}
