import type { z } from 'zod';
import { explainBranches } from './best-branch.ts';
import { isObject } from './json-type.ts';
import { mergeOutputs } from './merge-outputs.ts';
import {
  customIssue,
  evaluate,
  type Outcome,
  type ParseContext,
  type SchemaNode,
  schemaNode,
} from './schema-node.ts';

/** Names the property that tells the branches of a union apart; the branches themselves enforce its values. */
export interface Tag {
  property: string;
  /** The values of each branch, in the order of the branches; no value belongs to two. */
  values: readonly (readonly (string | number | boolean | null)[])[];
  /** The branch that a value without the property belongs to. */
  absent?: number;
}

type Branches = readonly [z.ZodType, ...z.ZodType[]];

/** Accepts what exactly one branch accepts; when none does, reports what the branch that was meant finds. */
export function oneOf<const TBranches extends Branches>(
  branches: TBranches,
  tag?: Tag,
): SchemaNode<z.output<TBranches[number]>, z.input<TBranches[number]>> {
  return schemaNode((value, context) => {
    const tagged = tag && byTag({ branches, tag }, value, context);
    if (tagged) return tagged;
    const outcomes = branches.map((branch) => evaluate(branch, value, context));
    const matches = outcomes.flatMap((outcome, index) => (outcome.issues.length === 0 ? [index] : []));
    const [match, other] = matches;
    if (match === undefined) return failure(outcomes, value);
    if (other === undefined) return outcomes[match] ?? failure(outcomes, value);
    const message = `Invalid input: fits alternatives ${matches.join(' and ')}, which exclude each other`;
    return { value, issues: [customIssue(value, message)] };
  });
}

/** Accepts what at least one branch accepts; the defaults of every branch that does are filled in. */
export function anyOf<const TBranches extends Branches>(
  branches: TBranches,
  tag?: Tag,
): SchemaNode<z.output<TBranches[number]>, z.input<TBranches[number]>> {
  return schemaNode((value, context) => {
    const tagged = tag && byTag({ branches, tag }, value, context);
    if (tagged) return tagged;
    const outcomes = branches.map((branch) => evaluate(branch, value, context));
    const matches = outcomes.filter((outcome) => outcome.issues.length === 0);
    if (matches.length === 0) return failure(outcomes, value);
    return { value: matches.map((outcome) => outcome.value).reduce(mergeOutputs), issues: [] };
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

// A tag leaves at most one branch that can accept the value, so the others need not be asked.
function byTag(
  union: { branches: Branches; tag: Tag },
  value: unknown,
  context: ParseContext,
): Outcome | undefined {
  if (!isObject(value)) return undefined;
  const { property, values, absent } = union.tag;
  const allowed = values.flat();
  if (!Object.hasOwn(value, property)) {
    const branch = absent === undefined ? undefined : union.branches[absent];
    if (branch) return evaluate(branch, value, context);
    return absent === undefined ? { value, issues: [wrongTag(undefined, property, allowed)] } : undefined;
  }
  const given = value[property];
  const branch = union.branches[values.findIndex((own) => own.some((one) => one === given))];
  return branch ? evaluate(branch, value, context) : { value, issues: [wrongTag(given, property, allowed)] };
}

function wrongTag(input: unknown, property: string, values: (string | number | boolean | null)[]) {
  const code = 'invalid_value' as const;
  return { code, input, path: [property], values: values.map((value) => value) } as ReturnType<
    typeof customIssue
  >;
}
