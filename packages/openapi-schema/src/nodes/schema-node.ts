// A schema, read once: targets print from nodes and never read JSON. JSON Schema is a conjunction, so a node
// is a list of parts that all hold; each part, and each type with its keywords, is of a kind that printers switch over.
import type { JsonValue, LocatedSchema } from '@keyframe/openapi-model';
import type { JsonTypeName, Types } from './json-types.ts';
import type { Annotations, KeywordName, KeywordValues, WrittenKeyword } from './keyword-node.ts';

/** The direction of a value: a `request` may not set `readOnly` members, a `response` contains no `writeOnly` ones. */
export type Direction = 'request' | 'response';

/** Schemas by name, in the order of the document. */
export type NamedNodes = ReadonlyMap<string, SchemaNode>;

/** The keywords of a schema, with its subschemas as nodes. */
export interface Keywords extends KeywordValues<SchemaNode> {}

/** A schema as one direction has it. */
export interface SchemaNode {
  /** `true`, `false`, or a schema of keywords, which may be none. */
  readonly kind: 'any' | 'keywords' | 'never';
  /** JSON pointer. */
  readonly pointer: string;
  /** The schema as it is written, for readers of another direction. */
  readonly origin: LocatedSchema;
  /** The direction that makes a difference to it, or to a schema that it leads to. */
  readonly direction: Direction | undefined;
  /** Its name, if it is a component of the document. */
  readonly component: string | undefined;
  /** Whether it has no keyword, not even a description. */
  readonly isEmpty: boolean;
  /** Its keywords, as the direction has them. */
  readonly keywords: Keywords;
  readonly annotations: Annotations;
  /** The keywords in the order of the document, annotations included. */
  readonly written: readonly WrittenKeyword[];
  /** Keeps some keywords of the schema, and removes all others. */
  readonly only: (names: readonly KeywordName[]) => SchemaNode;
  /** Conditions on a value, in the order in which targets print them: types, `$ref`, combinations, `unevaluated…`. */
  readonly parts: readonly SchemaPart[];
  /** The types of the values that it accepts; undefined for any. */
  readonly types: Types | undefined;
  /** Its description; undefined if blank. */
  readonly description: string | undefined;
  /** The content of a string that is not text. */
  readonly content: ContentAnnotations;
  /** The default that is filled in for a member that it describes; undefined without a usable one. */
  readonly fallback: JsonValue | undefined;
  /** The different defaults that it, or else its parts, give. */
  readonly defaults: readonly JsonValue[];
  /** The members that its direction removes from a value. */
  readonly ignored: readonly string[];
  /** Whether a value that it accepts may have to be completed. */
  readonly needsDefaults: boolean;
  /** The target of its reference, if it has no other keyword. */
  readonly alias: SchemaNode | undefined;
}

/** Annotations of the content of a string (JSON Schema validation, section 8), and its `format`. */
export interface ContentAnnotations {
  mediaType: string | undefined;
  isEncoded: boolean;
  format: string | undefined;
  /** The keywords that constrain the content itself, with their pointers. */
  assertedBy: readonly { keyword: string; pointer: string }[];
}

/** A condition of a schema; a valid value meets all of them. */
export type SchemaPart =
  | LiteralsPart
  | TypesPart
  | GuardsPart
  | ReferencePart
  | AllOfPart
  | UnionPart
  | NotPart
  | ConditionalPart
  | UnevaluatedPart;

/** `const` and `enum`: the values that remain, and the types whose other keywords are still to be checked. */
export interface LiteralsPart {
  kind: 'literals';
  values: readonly JsonValue[];
  guards: readonly TypeNode[];
}

/** `type`: the value is of one of the types, and as that one says. */
export interface TypesPart {
  kind: 'types';
  /** Each declared type once; no `integer` beside `number`. */
  alternatives: readonly TypeNode[];
}

/** Keywords about types that no `type` declares: a value of another type passes. */
export interface GuardsPart {
  kind: 'guards';
  guards: readonly TypeNode[];
}

/** `$ref`: the value is valid by the target. */
export interface ReferencePart {
  kind: 'reference';
  readonly target: SchemaNode;
}

/** `allOf`: the value is valid by all schemas. */
export interface AllOfPart {
  kind: 'allOf';
  schemas: readonly SchemaNode[];
}

/** `anyOf` or `oneOf`. */
export interface UnionPart {
  kind: 'union';
  mode: 'anyOf' | 'oneOf';
  branches: readonly SchemaNode[];
  /** The property that distinguishes the branches. */
  readonly discriminant: Discriminant | undefined;
}

/** `not`: the value is invalid by the schema. */
export interface NotPart {
  kind: 'not';
  schema: SchemaNode;
}

/** `if`, `then` and `else`. */
export interface ConditionalPart {
  kind: 'conditional';
  condition: SchemaNode;
  met: SchemaNode | undefined;
  unmet: SchemaNode | undefined;
}

/** `unevaluatedProperties` or `unevaluatedItems`. */
export interface UnevaluatedPart {
  kind: 'unevaluated';
  of: 'items' | 'properties';
  schema: SchemaNode;
}

/** A property that has constants of its own in each branch of a union. */
export interface Discriminant {
  property: string;
  values: readonly (readonly Scalar[])[];
  /** The index of the branch whose values may lack the property. */
  absent: number | undefined;
}

/** A constant that is neither an object nor an array. */
export type Scalar = boolean | number | string | null;

/** A type, with the keywords that apply to its values only. */
export type TypeNode = ArrayNode | BooleanNode | NullNode | NumberNode | ObjectNode | StringNode;

/** The type `null`. */
export interface NullNode {
  kind: 'null';
}

/** The type `boolean`. */
export interface BooleanNode {
  kind: 'boolean';
}

/** The type `string`. */
export interface StringNode {
  kind: 'string';
  /** JSON pointer of its schema. */
  pointer: string;
  /** Whether no other keyword constrains it. */
  isBare: boolean;
  /** In characters (code points). */
  length: Bounds;
  /** A regular expression as the document writes it. */
  pattern: string | undefined;
  format: string | undefined;
}

/** The type `number` or `integer`. `isBare` if no other keyword constrains it. */
export interface NumberNode {
  kind: 'number';
  pointer: string;
  isBare: boolean;
  /** Whether the type is `integer`. */
  isWhole: boolean;
  range: Bounds;
  exclusiveRange: Bounds;
  multipleOf: number | undefined;
  format: string | undefined;
}

/** The type `array`. `isBare` if no other keyword constrains it. */
export interface ArrayNode {
  kind: 'array';
  isBare: boolean;
  /** The schemas of the first items, one each. */
  prefix: readonly SchemaNode[];
  /** The schema of the items after those. */
  items: SchemaNode | undefined;
  unevaluated: SchemaNode | undefined;
  contains: { schema: SchemaNode; count: Bounds } | undefined;
  size: Bounds;
  isUnique: boolean;
}

/** The type `object`. `isBare` if no other keyword constrains it. */
export interface ObjectNode {
  kind: 'object';
  isBare: boolean;
  properties: readonly PropertyNode[];
  /** All required names, declared as a property or not. */
  required: readonly string[];
  patterns: readonly { pattern: string; schema: SchemaNode }[];
  /** The schema of members that neither a property nor a pattern names. */
  additional: SchemaNode | undefined;
  unevaluated: SchemaNode | undefined;
  names: SchemaNode | undefined;
  size: Bounds;
  dependentRequired: readonly { name: string; names: readonly string[] }[];
  dependentSchemas: readonly { name: string; schema: SchemaNode }[];
  /** The members that the direction removes from a value. */
  ignored: readonly string[];
  /** The members that values do not have in the direction: `readOnly` ones of a request, `writeOnly` ones of a response. */
  omitted: readonly string[];
}

/** A property that a schema describes. */
export interface PropertyNode {
  name: string;
  schema: SchemaNode;
  isRequired: boolean;
}

/** A minimum and a maximum; undefined without a bound. */
export interface Bounds {
  min: number | undefined;
  max: number | undefined;
}

/** Names the type as JSON Schema does. */
export function nameType(type: TypeNode): JsonTypeName {
  return type.kind === 'number' && type.isWhole ? 'integer' : type.kind;
}

/** Lists the conditions of a part on values of single types. */
export function listTypes(part: SchemaPart): readonly TypeNode[] {
  switch (part.kind) {
    case 'literals':
    case 'guards':
      return part.guards;
    case 'types':
      return part.alternatives;
    default:
      return [];
  }
}

/** Lists the conditions of a schema on values of single types. */
function listTypeNodes({ parts }: SchemaNode): readonly TypeNode[] {
  return parts.flatMap(listTypes);
}

/** Finds the conditions of a schema on objects. */
export function findObject(node: SchemaNode): ObjectNode | undefined {
  return listTypeNodes(node).find((type) => type.kind === 'object');
}

/** Finds the conditions of a schema on arrays. */
export function findArray(node: SchemaNode): ArrayNode | undefined {
  return listTypeNodes(node).find((type) => type.kind === 'array');
}

/** Lists the unions that a schema consists of. */
export function listUnions({ parts }: SchemaNode): readonly UnionPart[] {
  return parts.filter((part) => part.kind === 'union');
}
