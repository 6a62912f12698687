// Reads the keywords of a schema into what they say. A keyword that is new to the generator is read here, and the
// compiler lists the printers that lack it.
import {
  appendPointer,
  isJsonObject,
  type JsonObject,
  type LocatedSchema,
  memberOf,
} from '@keyframe/openapi-model';
import { findDiscriminant } from './discriminant.ts';
import type { JsonTypeName, TypedName, Types } from './json-types.ts';
import {
  heldSchema,
  namesOf,
  type Place,
  readNumber,
  schemaMap,
  subschemas,
  typeNames,
} from './keyword-readers.ts';
import { TYPED_KEYWORDS, TYPED_NAMES } from './keywords.ts';
import { literalsOf } from './literals.ts';
import type {
  ArrayNode,
  Bounds,
  ContentAnnotations,
  NumberNode,
  ObjectNode,
  ReferencePart,
  SchemaNode,
  SchemaPart,
  StringNode,
  TypeNode,
  UnionPart,
} from './schema-node.ts';
import type { References } from './search-graph.ts';

/** What reading a schema needs of those around it. */
export interface NodeReader extends References {
  node: (located: LocatedSchema) => SchemaNode;
  ignoredMembers: (located: LocatedSchema) => readonly string[];
}

/** Reads what a schema of keywords says, in the order in which targets ask for it. */
export function readParts(reader: NodeReader, place: Place): SchemaPart[] {
  const allOf = subschemas(place, 'allOf').map((part) => reader.node(part));
  return [
    ...readTypes(reader, place),
    ...reader.referenced(place).map((target) => referenceTo(reader, target)),
    ...(allOf.length > 0 ? [{ kind: 'allOf', schemas: allOf } as const] : []),
    ...readUnion(reader, place, 'anyOf'),
    ...readUnion(reader, place, 'oneOf'),
    ...readConditions(reader, place),
    ...readUnevaluated(reader, place),
  ];
}

// What a reference leads to is read when it is asked for: circles of references have no end.
function referenceTo(reader: NodeReader, target: LocatedSchema): ReferencePart {
  return {
    kind: 'reference',
    get target() {
      return reader.node(target);
    },
  };
}

function readUnion(reader: NodeReader, place: Place, mode: 'anyOf' | 'oneOf'): UnionPart[] {
  const branches = subschemas(place, mode).map((branch) => reader.node(branch));
  if (branches.length === 0) return [];
  let found: { discriminant: UnionPart['discriminant'] } | undefined;
  const union: UnionPart = {
    kind: 'union',
    mode,
    branches,
    get discriminant() {
      found ??= { discriminant: findDiscriminant(branches, discriminatorOf(place)) };
      return found.discriminant;
    },
  };
  return [union];
}

// The property that the discriminator speaks of.
function discriminatorOf({ schema }: Place): string | undefined {
  const discriminator = memberOf(schema, 'discriminator');
  const name = isJsonObject(discriminator) ? memberOf(discriminator, 'propertyName') : undefined;
  return typeof name === 'string' ? name : undefined;
}

function readConditions(reader: NodeReader, place: Place): SchemaPart[] {
  const excluded = nodeAt(reader, place, 'not');
  const condition = nodeAt(reader, place, 'if');
  const met = nodeAt(reader, place, 'then');
  const unmet = nodeAt(reader, place, 'else');
  return [
    ...(excluded ? [{ kind: 'not', schema: excluded } as const] : []),
    ...(condition ? [{ kind: 'conditional', condition, met, unmet } as const] : []),
  ];
}

function readUnevaluated(reader: NodeReader, place: Place): SchemaPart[] {
  const properties = nodeAt(reader, place, 'unevaluatedProperties');
  const items = nodeAt(reader, place, 'unevaluatedItems');
  return [
    ...(properties ? [{ kind: 'unevaluated', of: 'properties', schema: properties } as const] : []),
    ...(items ? [{ kind: 'unevaluated', of: 'items', schema: items } as const] : []),
  ];
}

function readTypes(reader: NodeReader, place: Place): SchemaPart[] {
  const declared = typeNames(memberOf(place.schema, 'type'));
  const literals = literalsOf(place.schema, declared);
  const typed = (type: JsonTypeName) => typeNode(reader, place, type);
  if (literals) {
    const { values, open } = literals;
    return [{ kind: 'literals', values, guards: open.map(typed) }];
  }
  if (declared) return [{ kind: 'types', alternatives: withoutSubtypes(declared).map(typed) }];
  const mentioned = TYPED_NAMES.filter((name) => mentions(place.schema, name));
  return mentioned.length === 0 ? [] : [{ kind: 'guards', guards: mentioned.map(typed) }];
}

function withoutSubtypes(declared: Types): JsonTypeName[] {
  return [...declared].filter((name) => name !== 'integer' || !declared.has('number'));
}

function mentions(schema: JsonObject, type: TypedName): boolean {
  return TYPED_KEYWORDS[type].some((keyword) => memberOf(schema, keyword) !== undefined);
}

function typeNode(reader: NodeReader, place: Place, type: JsonTypeName): TypeNode {
  switch (type) {
    case 'string':
      return readString(place);
    case 'integer':
    case 'number':
      return readNumberType(place, type === 'integer');
    case 'array':
      return readArray(reader, place);
    case 'object':
      return readObject(reader, place);
    default:
      return { kind: type };
  }
}

function readString(place: Place): StringNode {
  return {
    kind: 'string',
    pointer: place.pointer,
    isBare: !mentions(place.schema, 'string'),
    length: boundsOf(place, 'minLength', 'maxLength'),
    pattern: textOf(place, 'pattern'),
    format: textOf(place, 'format'),
  };
}

function readNumberType(place: Place, isWhole: boolean): NumberNode {
  return {
    kind: 'number',
    pointer: place.pointer,
    isBare: !mentions(place.schema, 'number'),
    isWhole,
    range: boundsOf(place, 'minimum', 'maximum'),
    exclusiveRange: boundsOf(place, 'exclusiveMinimum', 'exclusiveMaximum'),
    multipleOf: readNumber(place, 'multipleOf'),
    format: textOf(place, 'format'),
  };
}

function readArray(reader: NodeReader, place: Place): ArrayNode {
  const contained = nodeAt(reader, place, 'contains');
  return {
    kind: 'array',
    isBare: !mentions(place.schema, 'array'),
    prefix: subschemas(place, 'prefixItems').map((item) => reader.node(item)),
    items: nodeAt(reader, place, 'items'),
    unevaluated: nodeAt(reader, place, 'unevaluatedItems'),
    contains: contained && { schema: contained, count: boundsOf(place, 'minContains', 'maxContains') },
    size: boundsOf(place, 'minItems', 'maxItems'),
    isUnique: memberOf(place.schema, 'uniqueItems') === true,
  };
}

function readObject(reader: NodeReader, place: Place): ObjectNode {
  const required = namesOf(memberOf(place.schema, 'required'));
  const isRequired = new Set(required);
  const dependent = memberOf(place.schema, 'dependentRequired');
  return {
    kind: 'object',
    isBare: !mentions(place.schema, 'object'),
    properties: nodesIn(reader, place, 'properties').map(({ name, schema }) => ({
      name,
      schema,
      isRequired: isRequired.has(name),
    })),
    required,
    patterns: nodesIn(reader, place, 'patternProperties').map(({ name, schema }) => ({
      pattern: name,
      schema,
    })),
    additional: nodeAt(reader, place, 'additionalProperties'),
    unevaluated: nodeAt(reader, place, 'unevaluatedProperties'),
    names: nodeAt(reader, place, 'propertyNames'),
    size: boundsOf(place, 'minProperties', 'maxProperties'),
    dependentRequired: isJsonObject(dependent)
      ? Object.entries(dependent).map(([name, names]) => ({ name, names: namesOf(names) }))
      : [],
    dependentSchemas: nodesIn(reader, place, 'dependentSchemas'),
    ignored: reader.ignoredMembers(place),
  };
}

function nodeAt(reader: NodeReader, place: Place, keyword: string): SchemaNode | undefined {
  const located = heldSchema(place, keyword);
  return located && reader.node(located);
}

function nodesIn(reader: NodeReader, place: Place, keyword: string): { name: string; schema: SchemaNode }[] {
  return schemaMap(place, keyword).map(({ name, located }) => ({ name, schema: reader.node(located) }));
}

function boundsOf(place: Place, min: string, max: string): Bounds {
  return { min: readNumber(place, min), max: readNumber(place, max) };
}

function textOf({ schema }: Place, keyword: string): string | undefined {
  const value = memberOf(schema, keyword);
  return typeof value === 'string' ? value : undefined;
}

// Keywords that would have to be applied to the bytes of a body.
const ABOUT_CONTENT = ['minLength', 'maxLength', 'pattern', 'enum', 'const'];

/** Reads what a schema tells of the content of a string. */
export function readContent(place: Place): ContentAnnotations {
  const { schema, pointer } = place;
  const judging = ABOUT_CONTENT.filter((keyword) => memberOf(schema, keyword) !== undefined);
  return {
    mediaType: textOf(place, 'contentMediaType'),
    isEncoded: memberOf(schema, 'contentEncoding') !== undefined,
    format: textOf(place, 'format'),
    judgedBy: judging.map((keyword) => ({ keyword, pointer: appendPointer(pointer, keyword) })),
  };
}
