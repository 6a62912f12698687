/** Schemas of a document as typed nodes, in the direction that values go. */

export { specializeSchemas, writeDiscriminators } from './discriminators/write-discriminators.ts';
export { type Specialization, specialize } from './dynamic/specialize.ts';
export { listConjuncts } from './nodes/applied-nodes.ts';
export { type ChildNode, children, references, walk } from './nodes/child-nodes.ts';
export { decidesMembers } from './nodes/decides-members.ts';
export { Diagnostics } from './nodes/diagnostics.ts';
export { followAliases } from './nodes/follow-aliases.ts';
export type { Handled } from './nodes/handled.ts';
export { isInheritedName } from './nodes/inherited-name.ts';
export { jsonEqual } from './nodes/json-equal.ts';
export { classifyValue, intersect, type JsonTypeName, type Types } from './nodes/json-types.ts';
export type { KeywordName, WrittenKeyword } from './nodes/keyword-node.ts';
export { type Application, KEYWORD_NAMES, KEYWORD_TABLE } from './nodes/keyword-table.ts';
export { itemSchemas, memberSchemas } from './nodes/member-schemas.ts';
export { reportFindings } from './nodes/report-findings.ts';
export { type FilledDefault, type GraphOptions, SchemaGraph } from './nodes/schema-graph.ts';
export { findKind, nameSchema } from './nodes/schema-name.ts';
export type { Direction, Keywords } from './nodes/schema-node.ts';
export {
  type ArrayNode,
  type Bounds,
  type ConditionalPart,
  type Discriminant,
  findArray,
  findObject,
  listUnions,
  type NotPart,
  type NumberNode,
  nameType,
  type ObjectNode,
  type PropertyNode,
  type SchemaNode,
  type SchemaPart,
  type StringNode,
  type TypeNode,
  type TypesPart,
  type UnevaluatedPart,
  type UnionPart,
} from './nodes/schema-node.ts';
export { unguardedSchemas } from './nodes/unguarded-recursion.ts';
export { findUnsatisfiable } from './nodes/unsatisfiable-schemas.ts';
export { readSchemaPattern } from './redos/read-schema-pattern.ts';
export { readSafePattern } from './redos/safe-pattern.ts';
