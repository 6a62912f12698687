import type { z } from 'zod';
import { distinctIssues } from './issue-key.ts';
import { mergeOutputs } from './merge-outputs.ts';
import { evaluate, type SchemaNode, schemaNode } from './schema-node.ts';

type Outputs<TParts extends readonly z.ZodType[]> = TParts extends readonly [
  infer TFirst extends z.ZodType,
  ...infer TRest extends readonly z.ZodType[],
]
  ? z.output<TFirst> & Outputs<TRest>
  : unknown;

type Inputs<TParts extends readonly z.ZodType[]> = TParts extends readonly [
  infer TFirst extends z.ZodType,
  ...infer TRest extends readonly z.ZodType[],
]
  ? z.input<TFirst> & Inputs<TRest>
  : unknown;

/** Accepts what every part accepts (`allOf`, and keywords beside each other); the defaults of all parts are filled in. */
export function all<const TParts extends readonly [z.ZodType, ...z.ZodType[]]>(
  ...parts: TParts
): SchemaNode<Outputs<TParts>, Inputs<TParts>> {
  return schemaNode((value, context) => {
    const outcomes = parts.map((part) => evaluate(part, value, context));
    const issues = distinctIssues(outcomes.flatMap((outcome) => outcome.issues));
    if (issues.length > 0) return { value, issues };
    const merged = outcomes.map((outcome) => outcome.value).reduce(mergeOutputs);
    return { value: merged, issues };
  });
}
