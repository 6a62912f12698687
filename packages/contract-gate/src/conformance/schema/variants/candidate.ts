import type { JsonValue } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import type { Random, SchemaRef, SchemaSpace } from '@keyframe/openapi-schema/values';

/** A part of a value, and the schemas that apply to it. */
export interface ValueNode {
  path: readonly (number | string)[];
  value: JsonValue;
  schemas: readonly SchemaRef[];
  /** The schemas with all subschemas that apply to the same value. */
  schemaNodes: readonly SchemaNode[];
}

/** A replacement value that tests one keyword. */
export interface Candidate {
  value: JsonValue;
  /** Readable description of the change: `one character too many`. */
  label: string;
}

/** Tools for building candidates. */
export interface CandidateTools {
  space: SchemaSpace;
  random: Random;
  /** Builds another value of a schema. */
  build: (schemas: readonly SchemaRef[]) => JsonValue;
}

/** Makes the candidates of the keyword that a schema holds. */
export type CandidateMaker = (schemaNode: SchemaNode, node: ValueNode, tools: CandidateTools) => Candidate[];
