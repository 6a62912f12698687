import { listKeyword } from '../facts/schema-facts.ts';
import type { JsonTypeName } from '../nodes/json-types.ts';
import type { KeywordName } from '../nodes/keyword-node.ts';
import type { SchemaNode } from '../nodes/schema-node.ts';

const PREFERRED: readonly JsonTypeName[] = [
  'object',
  'array',
  'string',
  'integer',
  'number',
  'boolean',
  'null',
];

/** Lists the types that all schemas allow, the preferred one first; a guess by their keywords if no schema names one. */
export function listPossibleTypes(schemaNodes: readonly SchemaNode[]): JsonTypeName[] {
  const declared = listKeyword(schemaNodes, 'type').map((types) => new Set(types));
  if (declared.length === 0) return [guessType(schemaNodes)];
  const covers = (types: ReadonlySet<string>, type: JsonTypeName) =>
    types.has(type) || (type === 'integer' && types.has('number'));
  const possible = PREFERRED.filter((type) => declared.every((types) => covers(types, type)));
  return possible.filter((type) => type !== 'integer' || declared.some((types) => types.has(type)));
}

// The type that a schema without `type` probably means, by its keywords.
const GUESSED_TYPES: { readonly [TName in KeywordName]: JsonTypeName | undefined } = {
  type: undefined,
  enum: undefined,
  const: undefined,
  reference: undefined,
  dynamicReference: undefined,
  allOf: undefined,
  anyOf: undefined,
  oneOf: undefined,
  not: undefined,
  condition: undefined,
  met: undefined,
  unmet: undefined,
  minLength: undefined,
  maxLength: undefined,
  pattern: undefined,
  format: undefined,
  minimum: 'integer',
  maximum: 'integer',
  exclusiveMinimum: undefined,
  exclusiveMaximum: undefined,
  multipleOf: 'integer',
  prefix: 'array',
  items: 'array',
  contains: 'array',
  minContains: undefined,
  maxContains: undefined,
  minItems: 'array',
  maxItems: undefined,
  uniqueItems: undefined,
  unevaluatedItems: undefined,
  properties: 'object',
  required: 'object',
  additionalProperties: 'object',
  patternProperties: 'object',
  propertyNames: undefined,
  minProperties: 'object',
  maxProperties: undefined,
  dependentRequired: undefined,
  dependentSchemas: undefined,
  unevaluatedProperties: undefined,
};

function guessType(schemaNodes: readonly SchemaNode[]): JsonTypeName {
  const guessed = new Set(
    schemaNodes.flatMap(({ written }) => written.map(({ name }) => name && GUESSED_TYPES[name])),
  );
  return PREFERRED.find((type) => guessed.has(type)) ?? 'string';
}
