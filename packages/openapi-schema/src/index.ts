/** Schemas of a document as typed nodes, in the direction that values go. */
export { type Specialization, specialize } from './dynamic/specialize.ts';
export { type ChildNode, children, references, walk } from './nodes/child-nodes.ts';
export { Diagnostics } from './nodes/diagnostics.ts';
export type { Handled } from './nodes/handled.ts';
export { isInheritedName } from './nodes/inherited-name.ts';
export {
  intersect,
  type JsonTypeName,
  type TypedName,
  type Types,
  typeNameOf,
  unite,
} from './nodes/json-types.ts';
export type { Annotations, KeywordName, WrittenKeyword } from './nodes/keyword-node.ts';
export { type Application, KEYWORD_NAMES, KEYWORD_TABLE, type KeywordForm } from './nodes/keyword-table.ts';
export type { Direction } from './nodes/read-write-views.ts';
export { type FilledDefault, type GraphOptions, SchemaGraph } from './nodes/schema-graph.ts';
export type { Keywords, NamedNodes } from './nodes/schema-node.ts';
export {
  type AllOfPart,
  type ArrayNode,
  arrayIn,
  type BooleanNode,
  type Bounds,
  type ConditionalPart,
  type ContentAnnotations,
  conjunctsOf,
  type Discriminant,
  type GuardsPart,
  type LiteralsPart,
  type NotPart,
  type NullNode,
  type NumberNode,
  type ObjectNode,
  objectIn,
  type PropertyNode,
  type ReferencePart,
  type Scalar,
  type SchemaNode,
  type SchemaPart,
  type StringNode,
  type TypeNode,
  type TypesPart,
  typeNameIn,
  typesIn,
  type UnevaluatedPart,
  type UnionPart,
  unionsIn,
} from './nodes/schema-node.ts';
export { tellFindings } from './nodes/tell-findings.ts';
export { unguardedSchemas } from './nodes/unguarded-recursion.ts';
export { boundedPattern, isReadable } from './redos/bounded-pattern.ts';
