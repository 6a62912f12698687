import type { z } from 'zod';
import { distinctIssues } from './issue-key.ts';
import { mergeOutputs } from './merge-outputs.ts';
import { evaluate, type SchemaNode, schemaNode } from './schema-node.ts';

/** Accepts what every part accepts (`allOf`, and keywords beside each other); the defaults of all parts are filled in. */
export function all(...parts: readonly z.ZodType[]): SchemaNode<unknown> {
  return schemaNode((value, context) => {
    const outcomes = parts.map((part) => evaluate(part, value, context));
    const issues = distinctIssues(outcomes.flatMap((outcome) => outcome.issues));
    if (issues.length > 0) return { value, issues };
    const merged = outcomes.map((outcome) => outcome.value).reduce(mergeOutputs);
    return { value: merged, issues };
  });
}
