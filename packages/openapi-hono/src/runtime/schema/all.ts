import type { z } from 'zod';
import { mergeOutputs } from './merge-outputs.ts';
import { evaluate, type RawIssue, type SchemaNode, schemaNode } from './schema-node.ts';

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
    const issues = distinct(outcomes.flatMap((outcome) => outcome.issues));
    if (issues.length > 0) return { value, issues };
    const merged = outcomes.map((outcome) => outcome.value).reduce(mergeOutputs);
    return { value: merged, issues };
  });
}

// Parts often repeat each other: three of them that want an object all say so of a string.
function distinct(issues: RawIssue[]): RawIssue[] {
  if (issues.length < 2) return issues;
  const seen = new Map<string, RawIssue>();
  for (const issue of issues) {
    const { input: _input, inst: _inst, continue: _continue, ...told } = issue;
    const key = JSON.stringify({ ...told, path: (issue.path ?? []).map(String) }, stringify);
    if (!seen.has(key)) seen.set(key, issue);
  }
  return [...seen.values()];
}

function stringify(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' || typeof value === 'function' || value instanceof RegExp
    ? String(value)
    : value;
}
