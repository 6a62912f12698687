import type { z } from 'zod';
import { type JsonType, jsonTypeOf } from './json-type.ts';
import type { RawIssue } from './raw-issue.ts';
import { evaluate, type SchemaNode, schemaNode } from './schema-node.ts';

type TypedSchemas = Partial<Record<JsonType, z.ZodType>>;

/** Applies keywords to values of their type and lets every other value pass, as keywords without a `type` do. */
export function whenType(schemas: TypedSchemas): SchemaNode<unknown> {
  return schemaNode((value, context) => {
    const schema = schemaFor(schemas, value);
    return schema ? evaluate(schema, value, context) : { value, issues: [] };
  });
}

/** Accepts values of the named types only, each by its own schema. */
export function typeIn(schemas: TypedSchemas): SchemaNode<unknown> {
  return schemaNode((value, context) => {
    const schema = schemaFor(schemas, value);
    if (schema) return evaluate(schema, value, context);
    const expected = Object.keys(schemas);
    const message = `Invalid input: expected ${expected.join(' or ')}`;
    const issue = { code: 'invalid_type', expected: expected.join(' | '), input: value, message, path: [] };
    return { value, issues: [issue as unknown as RawIssue] };
  });
}

function schemaFor(schemas: TypedSchemas, value: unknown): z.ZodType | undefined {
  const type = jsonTypeOf(value);
  return type && schemas[type];
}
