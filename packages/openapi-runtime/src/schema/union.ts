import type { z } from 'zod';
import { explainBranches } from './best-branch.ts';
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
    const message = `Invalid input: fits alternatives ${indices.join(' and ')}, which exclude each other`;
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
  return schemaNode((value, context) => {
    const decided = discriminant && byDiscriminant({ branches, discriminant }, value, context);
    if (decided) return decided;
    const outcomes = branches.map((branch) => evaluate(branch, value, context));
    const [match, ...others] = outcomes.flatMap((outcome, index) =>
      outcome.issues.length === 0 ? [{ index, value: outcome.value }] : [],
    );
    return match ? decide([match, ...others], value) : failure(outcomes, value);
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

// A discriminant leaves at most one branch that can accept the value, so the others need not be asked.
function byDiscriminant(
  { branches, discriminant }: DiscriminatedUnion,
  value: unknown,
  context: ParseContext,
): Outcome | undefined {
  if (!isObject(value)) return undefined;
  const { property, values, absent } = discriminant;
  const tag = value[property] as Tag;
  const isPresent = Object.hasOwn(value, property);
  const index = isPresent ? values.findIndex((own) => own.includes(tag)) : absent;
  const branch = index === undefined ? undefined : branches[index];
  if (branch) return evaluate(branch, value, context);
  return { value, issues: wrongDiscriminant({ branches, discriminant }, value, context) };
}

interface DiscriminatedUnion {
  branches: Branches;
  discriminant: Discriminant;
}

// Which branch was meant can't be told; what every branch objects to is wrong all the same.
function wrongDiscriminant(
  { branches, discriminant }: DiscriminatedUnion,
  value: Record<string, unknown>,
  context: ParseContext,
): RawIssue[] {
  const { property } = discriminant;
  const input = Object.hasOwn(value, property) ? value[property] : undefined;
  const values = discriminant.values.flat();
  const wrong: RawIssue = { code: 'invalid_value', input, path: [property], values: values as string[] };
  const common = commonIssues(branches.map((branch) => evaluate(branch, value, context).issues));
  return [wrong, ...common.filter((issue) => issue.path?.[0] !== property)];
}
