// `unevaluatedProperties` and `unevaluatedItems`: which members and items are left is found out by generated code.
import type { z } from 'zod';
import { filler, fillItems, fillMembers } from './fill.ts';
import { isObject } from './json-type.ts';
import { below, MOST_FINDINGS, type RawIssue } from './raw-issue.ts';
import { evaluate, type SchemaNode, schemaNode } from './schema-node.ts';

/** Applies a schema to the members that no other keyword evaluated. */
export function unevaluatedProperties(
  schema: z.ZodType,
  restOf: (value: Record<string, unknown>) => string[],
): SchemaNode<unknown> {
  const fill = filler(schema);
  return schemaNode(
    (value, context) => {
      if (!isObject(value)) return { value, issues: [] };
      const issues: RawIssue[] = [];
      const outputs = new Map<string, unknown>();
      for (const name of restOf(value)) {
        const outcome = evaluate(schema, value[name], context);
        issues.push(...below(name, outcome.issues));
        if (issues.length >= MOST_FINDINGS) break;
        outputs.set(name, outcome.value);
      }
      if (outputs.size === 0) return { value, issues };
      const entries = Object.entries(value).map(([name, member]) => [
        name,
        outputs.has(name) ? outputs.get(name) : member,
      ]);
      return { value: Object.fromEntries(entries), issues };
    },
    {
      fill:
        fill &&
        ((value, filled) => {
          const rest = new Set(isObject(value) ? restOf(value) : []);
          return fillMembers(value, filled, (name) => (rest.has(name) ? fill : undefined));
        }),
    },
  );
}

/** Applies a schema to the items that no other keyword evaluated. */
export function unevaluatedItems(
  schema: z.ZodType,
  restOf: (value: readonly unknown[]) => number[],
): SchemaNode<unknown> {
  const fill = filler(schema);
  return schemaNode(
    (value, context) => {
      if (!Array.isArray(value)) return { value, issues: [] };
      const issues: RawIssue[] = [];
      const output: unknown[] = [...value];
      for (const index of restOf(value)) {
        const outcome = evaluate(schema, value[index], context);
        issues.push(...below(index, outcome.issues));
        if (issues.length >= MOST_FINDINGS) break;
        output[index] = outcome.value;
      }
      return { value: output, issues };
    },
    {
      fill:
        fill &&
        ((value, filled) => {
          const rest = new Set(Array.isArray(value) ? restOf(value) : []);
          return fillItems(value, filled, (index) => (rest.has(index) ? fill : undefined));
        }),
    },
  );
}
