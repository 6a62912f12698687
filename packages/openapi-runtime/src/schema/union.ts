import type { z } from 'zod';
import { explainBranches } from './best-branch.ts';
import { findIssues } from './find-issues.ts';
import { commonIssues } from './issue-key.ts';
import { isObject } from './json-type.ts';
import { mergeOutputs } from './merge-outputs.ts';
import { customIssue, type ParseContext, type RawIssue } from './raw-issue.ts';
import { evaluate, type Outcome, type SchemaNode, schemaNode } from './schema-node.ts';

type Tag = string | number | boolean | null;

/** Names the property that tells the branches of a union apart; the branches themselves enforce its values. */
export interface Discriminant {
  property: string;
  /** The values of each branch, in the order of the branches; no value belongs to two. */
  values: readonly (readonly Tag[])[];
  /** The branch that a value without the property belongs to. */
  absent?: number;
}

type Branches = readonly z.ZodType[];

/** Accepts what exactly one branch accepts; when none does, reports what the branch that was meant finds. */
export function oneOf(branches: Branches, discriminant?: Discriminant): SchemaNode<unknown> {
  return union({ branches, discriminant }, ([match, ...others], value) => {
    if (others.length === 0) return { value: match.value, issues: [] };
    const indices = [match, ...others].map(({ index }) => index);
    const message = `Invalid input: matches alternatives ${indices.join(' and ')}, but must match only one`;
    return { value, issues: [customIssue(value, message)] };
  });
}

/** Accepts what at least one branch accepts; the defaults of every branch that does are filled in. */
export function anyOf(branches: Branches, discriminant?: Discriminant): SchemaNode<unknown> {
  return union({ branches, discriminant }, (matches) => ({
    value: matches.map((match) => match.value).reduce(mergeOutputs),
    issues: [],
  }));
}

/** What a branch that accepts made of the value, and its place among the branches. */
interface Match {
  index: number;
  value: unknown;
}

// Asks the branches; `decide` settles what it means that some, at least one, accept.
function union(
  { branches, discriminant }: { branches: Branches; discriminant: Discriminant | undefined },
  decide: (matches: readonly [Match, ...Match[]], value: unknown) => Outcome,
): SchemaNode<unknown> {
  const tagged = discriminant && taggedUnion(branches, discriminant);
  const evaluateUnion = (value: unknown, context: ParseContext) => {
    if (tagged && isObject(value)) {
      const branch = branchOf(tagged, value);
      if (branch) return evaluate(branch, value, context);
      return { value, issues: wrongDiscriminant(tagged, value, context) };
    }
    const outcomes = branches.map((branch) => evaluate(branch, value, context));
    const [match, ...others] = outcomes.flatMap((outcome, index) =>
      outcome.issues.length === 0 ? [{ index, value: outcome.value }] : [],
    );
    return match ? decide([match, ...others], value) : failure(outcomes, value);
  };
  return schemaNode(evaluateUnion, (value, context) => {
    const branch = tagged && isObject(value) ? branchOf(tagged, value) : undefined;
    return branch ? findIssues(branch, value, context) : evaluateUnion(value, context).issues;
  });
}

function failure(outcomes: readonly Outcome[], value: unknown): Outcome {
  return {
    value,
    issues: explainBranches(
      outcomes.map((outcome) => outcome.issues),
      value,
    ),
  };
}

/** A union of which a discriminant leaves at most one branch that can accept a value: the others need not be asked. */
interface TaggedUnion extends Discriminant {
  branches: Branches;
  byTag: ReadonlyMap<unknown, z.ZodType>;
}

function taggedUnion(branches: Branches, discriminant: Discriminant): TaggedUnion {
  const byTag = new Map(
    branches.flatMap((branch, index) =>
      (discriminant.values[index] ?? []).map((tag) => [tag, branch] as const),
    ),
  );
  return { ...discriminant, branches, byTag };
}

function branchOf(
  { property, absent, branches, byTag }: TaggedUnion,
  value: Record<string, unknown>,
): z.ZodType | undefined {
  if (Object.hasOwn(value, property)) return byTag.get(value[property]);
  return absent === undefined ? undefined : branches[absent];
}

// Which branch was meant can't be told; what every branch objects to is wrong all the same.
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
  const common = commonIssues(branches.map((branch) => evaluate(branch, value, context).issues));
  return [wrong, ...common.filter((issue) => issue.path?.[0] !== property)];
}
