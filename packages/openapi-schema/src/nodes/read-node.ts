// Reads the keywords of a schema into parts that all hold, each of a kind that printers switch over.
import { findDiscriminant } from './discriminant.ts';
import type { Handled } from './handled.ts';
import type { JsonTypeName, TypedName, Types } from './json-types.ts';
import { TYPED_KEYWORDS, TYPED_NAMES } from './keywords.ts';
import { readLiterals } from './literals.ts';
import type {
  ArrayNode,
  ContentAnnotations,
  Keywords,
  NamedNodes,
  NumberNode,
  ObjectNode,
  ReferencePart,
  SchemaNode,
  SchemaPart,
  StringNode,
  TypeNode,
  UnionPart,
} from './schema-node.ts';

/** The members that depend on the direction. */
export type DirectedMembers = Pick<ObjectNode, 'ignored' | 'omitted'>;

/** Reads the parts of a schema, in the order in which targets print them. */
export function readParts(node: SchemaNode, directed: DirectedMembers): SchemaPart[] {
  const keywords: ReadKeywords = node.keywords;
  return [
    ...readTypes(node, directed),
    ...readReference(node),
    ...(keywords.allOf.length > 0 ? [{ kind: 'allOf', schemas: keywords.allOf } as const] : []),
    ...readUnion(node, 'anyOf'),
    ...readUnion(node, 'oneOf'),
    ...readConditions(keywords),
    ...readUnevaluated(keywords),
  ];
}

function readReference({ keywords: { reference: target } }: SchemaNode): ReferencePart[] {
  return target ? [{ kind: 'reference', target }] : [];
}

function readUnion(node: SchemaNode, mode: 'anyOf' | 'oneOf'): UnionPart[] {
  const branches = node.keywords[mode];
  if (branches.length === 0) return [];
  let cache: { discriminant: UnionPart['discriminant'] } | undefined;
  const union: UnionPart = {
    kind: 'union',
    mode,
    branches,
    get discriminant() {
      cache ??= { discriminant: findDiscriminant(branches, node.annotations.discriminator) };
      return cache.discriminant;
    },
  };
  return [union];
}

function readConditions(keywords: Keywords): SchemaPart[] {
  const { not, condition, met, unmet } = keywords;
  return [
    ...(not ? [{ kind: 'not', schema: not } as const] : []),
    ...(condition ? [{ kind: 'conditional', condition, met, unmet } as const] : []),
  ];
}

function readUnevaluated({ unevaluatedProperties, unevaluatedItems }: Keywords): SchemaPart[] {
  return [
    ...(unevaluatedProperties
      ? [{ kind: 'unevaluated', of: 'properties', schema: unevaluatedProperties } as const]
      : []),
    ...(unevaluatedItems ? [{ kind: 'unevaluated', of: 'items', schema: unevaluatedItems } as const] : []),
  ];
}

type ReadKeyword =
  | 'additionalProperties'
  | 'allOf'
  | 'anyOf'
  | 'condition'
  | 'const'
  | 'contains'
  | 'dependentRequired'
  | 'dependentSchemas'
  | 'enum'
  | 'exclusiveMaximum'
  | 'exclusiveMinimum'
  | 'format'
  | 'items'
  | 'maxContains'
  | 'maxItems'
  | 'maxLength'
  | 'maxProperties'
  | 'maximum'
  | 'met'
  | 'minContains'
  | 'minItems'
  | 'minLength'
  | 'minProperties'
  | 'minimum'
  | 'multipleOf'
  | 'not'
  | 'oneOf'
  | 'pattern'
  | 'patternProperties'
  | 'prefix'
  | 'properties'
  | 'propertyNames'
  | 'reference'
  | 'required'
  | 'type'
  | 'unevaluatedItems'
  | 'unevaluatedProperties'
  | 'uniqueItems'
  | 'unmet';

// Every keyword becomes part of a node; specialize replaces dynamic references.
type ReadKeywords = Handled<Keywords, ReadKeyword | 'dynamicReference'>;

function readTypes(node: SchemaNode, directed: DirectedMembers): SchemaPart[] {
  const { type } = node.keywords;
  const declared = type && (new Set(type) as ReadonlySet<string> as Types);
  const literals = readLiterals(node, declared);
  const typed = (name: JsonTypeName) => typeNode(node, name, directed);
  if (literals) {
    const { values, open } = literals;
    return [{ kind: 'literals', values, guards: open.map(typed) }];
  }
  if (declared) return [{ kind: 'types', alternatives: withoutSubtypes(declared).map(typed) }];
  const mentioned = TYPED_NAMES.filter((name) => mentions(node, name));
  return mentioned.length === 0 ? [] : [{ kind: 'guards', guards: mentioned.map(typed) }];
}

function withoutSubtypes(declared: Types): JsonTypeName[] {
  return [...declared].filter((name) => name !== 'integer' || !declared.has('number'));
}

function mentions({ written }: SchemaNode, type: TypedName): boolean {
  return written.some(({ name }) => name !== undefined && TYPED_KEYWORDS[type].includes(name));
}

function typeNode(node: SchemaNode, type: JsonTypeName, directed: DirectedMembers): TypeNode {
  switch (type) {
    case 'string':
      return readString(node);
    case 'integer':
    case 'number':
      return readNumberType(node, type === 'integer');
    case 'array':
      return readArray(node);
    case 'object':
      return readObject(node, directed);
    default:
      return { kind: type };
  }
}

function readString(node: SchemaNode): StringNode {
  const { minLength: min, maxLength: max, pattern, format } = node.keywords;
  const isBare = !mentions(node, 'string');
  return { kind: 'string', pointer: node.pointer, isBare, length: { min, max }, pattern, format };
}

function readNumberType(node: SchemaNode, isWhole: boolean): NumberNode {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = node.keywords;
  return {
    kind: 'number',
    pointer: node.pointer,
    isBare: !mentions(node, 'number'),
    isWhole,
    range: { min: minimum, max: maximum },
    exclusiveRange: { min: exclusiveMinimum, max: exclusiveMaximum },
    multipleOf,
    format,
  };
}

function readArray(node: SchemaNode): ArrayNode {
  const { prefix, items, contains, minContains, maxContains, minItems, maxItems } = node.keywords;
  return {
    kind: 'array',
    isBare: !mentions(node, 'array'),
    prefix,
    items,
    unevaluated: node.keywords.unevaluatedItems,
    contains: contains && { schema: contains, count: { min: minContains, max: maxContains } },
    size: { min: minItems, max: maxItems },
    isUnique: node.keywords.uniqueItems === true,
  };
}

function readObject(node: SchemaNode, directed: DirectedMembers): ObjectNode {
  const { properties, required, patternProperties, minProperties, maxProperties } = node.keywords;
  const { additionalProperties, unevaluatedProperties, propertyNames } = node.keywords;
  const { dependentRequired, dependentSchemas } = node.keywords;
  const isRequired = new Set(required);
  return {
    kind: 'object',
    isBare: !mentions(node, 'object'),
    properties: listNamed(properties).map((entry) => ({ ...entry, isRequired: isRequired.has(entry.name) })),
    required,
    patterns: listNamed(patternProperties).map(({ name, schema }) => ({ pattern: name, schema })),
    additional: additionalProperties,
    unevaluated: unevaluatedProperties,
    names: propertyNames,
    size: { min: minProperties, max: maxProperties },
    dependentRequired: [...dependentRequired].map(([name, names]) => ({ name, names })),
    dependentSchemas: listNamed(dependentSchemas),
    ...directed,
  };
}

function listNamed(nodes: NamedNodes): { name: string; schema: SchemaNode }[] {
  return [...nodes].map(([name, schema]) => ({ name, schema }));
}

// Keywords that would have to be applied to the bytes of a body.
const ABOUT_CONTENT = ['minLength', 'maxLength', 'pattern', 'enum', 'const'];

/** Reads the annotations about the content of a string. */
export function readContent({ annotations, keywords, written }: SchemaNode): ContentAnnotations {
  const isWritten = (keyword: string) => written.some((entry) => entry.keyword === keyword);
  return {
    mediaType: annotations.contentMediaType,
    isEncoded: isWritten('contentEncoding'),
    format: keywords.format,
    assertedBy: ABOUT_CONTENT.flatMap((keyword) => written.filter((entry) => entry.keyword === keyword)).map(
      ({ keyword, pointer }) => ({ keyword, pointer }),
    ),
  };
}
