import type { z } from 'zod';
import { type Acceptor, acceptor } from './accept.ts';
import { explainBranches } from './best-branch.ts';
import { type Fill, filler, inTurn } from './fill.ts';
import { findIssues, getFinder } from './find-issues.ts';
import { commonIssues } from './issue-key.ts';
import { isObject } from './json-type.ts';
import { mergeOutputs } from './merge-outputs.ts';
import { customIssue, FINDING, NO_ISSUES, type ParseContext, type RawIssue } from './raw-issue.ts';
import { evaluate, type SchemaNode, schemaNode } from './schema-node.ts';

type Tag = string | number | boolean | null;

/** The property that distinguishes the branches of a union; the branches themselves enforce its values. */
export interface Discriminant {
  property: string;
  /** The values of each branch, in the order of the branches; no value belongs to two. */
  values: readonly (readonly Tag[])[];
  /** The branch that a value without the property belongs to. */
  absent?: number;
}

type Branches = readonly z.ZodType[];

/**
 * Accepts a value if exactly one branch accepts it. If no branch does, reports the findings of the most likely branch.
 */
export function oneOf(branches: Branches, discriminant?: Discriminant): SchemaNode<unknown> {
  const checkMatches = (matches: readonly number[], value: unknown) => {
    if (matches.length === 1) return NO_ISSUES;
    const message = `Invalid input: matches alternatives ${matches.join(' and ')}, but must match only one`;
    return [customIssue(value, message)];
  };
  return union({ branches, discriminant, isExclusive: true }, checkMatches);
}

/** Accepts a value if at least one branch accepts it, and adds the defaults of every branch that does. */
export function anyOf(branches: Branches, discriminant?: Discriminant): SchemaNode<unknown> {
  return union({ branches, discriminant, isExclusive: false }, () => NO_ISSUES);
}

interface UnionOptions {
  branches: Branches;
  discriminant: Discriminant | undefined;
  /** Whether no two branches may accept the same value. */
  isExclusive: boolean;
}

// Evaluates all branches. `checkMatches` lists the findings if at least one branch accepts, by the indices of those that do.
function union(
  { branches, discriminant, isExclusive }: UnionOptions,
  checkMatches: (matches: readonly number[], value: unknown) => readonly RawIssue[],
): SchemaNode<unknown> {
  const tagged = discriminant && taggedUnion(branches, discriminant);
  const collectIssues = (ofBranches: readonly (readonly RawIssue[])[], value: unknown) => {
    const matches: number[] = [];
    for (const [index, issues] of ofBranches.entries()) if (issues.length === 0) matches.push(index);
    return matches.length === 0 ? explainBranches(ofBranches, value) : checkMatches(matches, value);
  };
  const finders = branches.map(getFinder);
  const acceptors = branches.map(acceptor);
  return schemaNode(
    (value, context) => {
      if (tagged && isObject(value)) {
        const branch = branches[findBranch(tagged, value)];
        if (branch) return evaluate(branch, value, context);
        return { value, issues: wrongDiscriminant(tagged, value, context) };
      }
      const outcomes = branches.map((branch) => evaluate(branch, value, context));
      const issues = collectIssues(
        outcomes.map((outcome) => outcome.issues),
        value,
      );
      if (issues.length > 0) return { value, issues };
      const accepted = outcomes.filter((outcome) => outcome.issues.length === 0);
      return { value: accepted.map((outcome) => outcome.value).reduce(mergeOutputs), issues };
    },
    {
      find: (value, context) => {
        if (tagged && isObject(value)) {
          const find = finders[findBranch(tagged, value)];
          return find ? find(value, context) : wrongDiscriminant(tagged, value, context);
        }
        return collectIssues(
          finders.map((find) => find(value, context)),
          value,
        );
      },
      accepts: (value) => {
        if (tagged && isObject(value)) return acceptors[findBranch(tagged, value)]?.(value) ?? false;
        if (!isExclusive) return acceptors.some((accepts) => accepts(value));
        return countAccepting(acceptors, value) === 1;
      },
      fill: unionFill(branches, tagged),
    },
  );
}

// Completes a value by each branch that accepts it.
function unionFill(branches: Branches, tagged: TaggedUnion | undefined): Fill | undefined {
  const fills = branches.map(filler);
  const fillAccepted = inTurn(
    branches.map((branch, index) => {
      const fill = fills[index];
      const accepts = acceptor(branch);
      return fill && ((value, filled) => (accepts(value) ? fill(value, filled) : filled));
    }),
  );
  if (!fillAccepted || !tagged) return fillAccepted;
  return (value, filled) => {
    if (!isObject(value)) return fillAccepted(value, filled);
    const fill = fills[findBranch(tagged, value)];
    return fill ? fill(value, filled) : filled;
  };
}

// Two are as wrong as more.
function countAccepting(acceptors: readonly Acceptor[], value: unknown): number {
  let count = 0;
  for (const accepts of acceptors) {
    if (accepts(value)) count += 1;
    if (count > 1) break;
  }
  return count;
}

/**
 * A union whose discriminant leaves at most one branch that can accept a value, so that the others need no evaluation.
 */
interface TaggedUnion extends Discriminant {
  branches: Branches;
  byTag: ReadonlyMap<unknown, number>;
}

function taggedUnion(branches: Branches, discriminant: Discriminant): TaggedUnion {
  const byTag = new Map(
    discriminant.values.flatMap((values, index) => values.map((tag) => [tag, index] as const)),
  );
  return { ...discriminant, branches, byTag };
}

// The index of the branch, or -1.
function findBranch({ property, absent = -1, byTag }: TaggedUnion, value: Record<string, unknown>): number {
  if (Object.hasOwn(value, property) && value[property] !== undefined)
    return byTag.get(value[property]) ?? -1;
  return absent;
}

// The intended branch is unknown; a finding that all branches share is wrong in any case.
function wrongDiscriminant(
  { branches, property, values }: TaggedUnion,
  value: Record<string, unknown>,
  context: ParseContext,
): RawIssue[] {
  const input = Object.hasOwn(value, property) ? value[property] : undefined;
  const wrong: RawIssue = {
    code: 'invalid_value',
    input,
    path: [property],
    values: values.flat() as string[],
  };
  // Comparisons are not nested: each level would evaluate all branches of the next.
  if (context.comparing) return [wrong];
  const comparing = { ...context, ...FINDING, comparing: true as const };
  const common = commonIssues(branches.map((branch) => findIssues(branch, value, comparing)));
  return [wrong, ...common.filter((issue) => issue.path?.[0] !== property)];
}
