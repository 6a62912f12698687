import type { z } from 'zod';
import { acceptor } from './accept.ts';
import { type Fill, filler } from './fill.ts';
import { getJsonType, type JsonType } from './json-type.ts';
import type { RawIssue } from './raw-issue.ts';
import { evaluate, type SchemaNode, schemaNode } from './schema-node.ts';

type TypedSchemas = Partial<Record<JsonType, z.ZodType>>;

/** Applies keywords to values of their type and lets every other value pass, as keywords without a `type` do. */
export function whenType(schemas: TypedSchemas): SchemaNode<unknown> {
  return schemaNode(
    (value, context) => {
      const schema = selectSchema(schemas, value);
      return schema ? evaluate(schema, value, context) : { value, issues: [] };
    },
    {
      accepts: (value) => {
        const schema = selectSchema(schemas, value);
        return !schema || acceptor(schema)(value);
      },
      fill: fillByType(schemas),
    },
  );
}

/** Accepts values of the named types only, each by its own schema. */
export function typeIn(schemas: TypedSchemas): SchemaNode<unknown> {
  return schemaNode(
    (value, context) => {
      const schema = selectSchema(schemas, value);
      if (schema) return evaluate(schema, value, context);
      const expected = Object.keys(schemas);
      const message = `Invalid input: expected ${expected.join(' or ')}`;
      const issue = { code: 'invalid_type', expected: expected.join(' | '), input: value, message, path: [] };
      return { value, issues: [issue as unknown as RawIssue] };
    },
    {
      accepts: (value) => {
        const schema = selectSchema(schemas, value);
        return schema !== undefined && acceptor(schema)(value);
      },
      fill: fillByType(schemas),
    },
  );
}

function fillByType(schemas: TypedSchemas): Fill | undefined {
  if (!Object.values(schemas).some((schema) => filler(schema))) return undefined;
  return (value, filled) => {
    const schema = selectSchema(schemas, value);
    const fill = schema && filler(schema);
    return fill ? fill(value, filled) : filled;
  };
}

function selectSchema(schemas: TypedSchemas, value: unknown): z.ZodType | undefined {
  const type = getJsonType(value);
  return type && schemas[type];
}
