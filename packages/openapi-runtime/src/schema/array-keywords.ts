// Keywords about lists that zod has no equal for. Each lets a value of another type pass.
import type { z } from 'zod';
import { acceptor } from './accept.ts';
import { countOf } from './decisions.ts';
import { filler, fillItems } from './fill.ts';
import { findTwin } from './find-twin.ts';
import { below, customIssue, MOST_FINDINGS, type RawIssue } from './raw-issue.ts';
import { evaluate, type SchemaNode, schemaNode } from './schema-node.ts';

/** Rejects a list that contains the same value twice (`uniqueItems`). */
export function uniqueItems(): SchemaNode<unknown> {
  const findOwnTwin = (value: unknown) => (Array.isArray(value) ? findTwin(value) : undefined);
  return schemaNode(
    (value) => {
      const twin = findOwnTwin(value);
      if (twin === undefined) return { value, issues: [] };
      return { value, issues: [customIssue(value, 'Invalid input: duplicate item', [twin])] };
    },
    { accepts: (value) => findOwnTwin(value) === undefined },
  );
}

/** Applies a schema to each of the first items, and another one to the rest. */
export function tuple(prefix: readonly z.ZodType[], rest?: z.ZodType): SchemaNode<unknown> {
  const getSchema = (index: number) => prefix[index] ?? rest;
  return schemaNode(
    (value, context) => {
      if (!Array.isArray(value)) return { value, issues: [] };
      const issues: RawIssue[] = [];
      const output = value.map((item: unknown, index) => {
        const schema = getSchema(index);
        if (!schema || issues.length >= MOST_FINDINGS) return item;
        const outcome = evaluate(schema, item, context);
        issues.push(...below(index, outcome.issues));
        return outcome.value;
      });
      return { value: output, issues };
    },
    {
      accepts: (value) =>
        !Array.isArray(value) ||
        value.every((item, index) => {
          const schema = getSchema(index);
          return !schema || acceptor(schema)(item);
        }),
      fill: [...prefix, ...(rest ? [rest] : [])].some((schema) => filler(schema))
        ? (value, filled) =>
            fillItems(value, filled, (index) => {
              const schema = getSchema(index);
              return schema && filler(schema);
            })
        : undefined,
    },
  );
}

/** Bounds the number of items that a schema accepts (`contains`, `minContains`, `maxContains`). */
export function contains(
  schema: z.ZodType,
  bounds: { min?: number; max?: number } = {},
): SchemaNode<unknown> {
  const { min = 1, max = Number.POSITIVE_INFINITY } = bounds;
  const matches = acceptor(schema);
  return schemaNode((value) => {
    if (!Array.isArray(value)) return { value, issues: [] };
    const count = countOf(value, matches);
    if (count >= min && count <= max) return { value, issues: [] };
    const bound = count < min ? min : max;
    const expected = `${count < min ? 'at least' : 'at most'} ${bound} matching ${bound === 1 ? 'item' : 'items'}`;
    return {
      value,
      issues: [customIssue(value, `Invalid input: expected ${expected}, got ${count}`)],
    };
  });
}
