import type { JsonValue, LocatedSchema } from '@keyframe/openapi-model';
import type { SchemaNode } from '../nodes/schema-node.ts';

/** A schema of the document, read or not. */
export type SchemaRef = LocatedSchema | SchemaNode;

/** Schemas to generate values for: a `SchemaSpace`, or a `SchemaGraph` whose values nobody checks. */
export interface SchemaSource {
  node: (schema: LocatedSchema) => SchemaNode;
  /** Reports whether a schema accepts a value; without it, every value counts as accepted. */
  accepts?: (schema: SchemaRef, value: JsonValue) => boolean;
}

/** Schemas that values are checked with. */
export type CheckedSource = Required<SchemaSource>;
