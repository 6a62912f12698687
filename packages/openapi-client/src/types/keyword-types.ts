// The effect of each keyword on a type.
import { type JsonObject, memberOf } from '@keyframe/openapi-model';
import { KEYWORD_NAMES, KEYWORD_TABLE, type KeywordName } from '@keyframe/openapi-schema';

/**
 * Treatment of a keyword in the copy for the printer: its schemas apply to the value, its items or its members;
 * or it has a value of its own; or it is an annotation, which no type depends on; or it is omitted.
 */
export type Copying = 'annotation' | 'in place' | 'items' | 'members' | 'none' | 'reference' | 'value';

export const COPYING: { readonly [TName in KeywordName]: Copying } = {
  type: 'value',
  enum: 'value',
  const: 'value',
  reference: 'reference',
  dynamicReference: 'none',
  allOf: 'in place',
  anyOf: 'in place',
  oneOf: 'in place',
  not: 'value',
  condition: 'none',
  met: 'none',
  unmet: 'none',
  minLength: 'annotation',
  maxLength: 'annotation',
  pattern: 'annotation',
  format: 'annotation',
  minimum: 'annotation',
  maximum: 'annotation',
  exclusiveMinimum: 'annotation',
  exclusiveMaximum: 'annotation',
  multipleOf: 'annotation',
  prefix: 'items',
  items: 'items',
  contains: 'none',
  minContains: 'annotation',
  maxContains: 'annotation',
  minItems: 'annotation',
  maxItems: 'annotation',
  uniqueItems: 'annotation',
  unevaluatedItems: 'none',
  properties: 'members',
  required: 'value',
  additionalProperties: 'members',
  patternProperties: 'members',
  propertyNames: 'none',
  minProperties: 'annotation',
  maxProperties: 'annotation',
  dependentRequired: 'annotation',
  dependentSchemas: 'none',
  unevaluatedProperties: 'members',
};

const ASSERTING: readonly Copying[] = ['in place', 'items', 'members', 'value'];
const ASSERTING_KEYWORDS = KEYWORD_NAMES.filter((name) => ASSERTING.includes(COPYING[name])).map(
  (name) => KEYWORD_TABLE[name].keyword,
);

/** Reports whether a copied schema has a keyword that its type depends on. */
export function isAsserting(schema: JsonObject): boolean {
  return ASSERTING_KEYWORDS.some((keyword) => memberOf(schema, keyword) !== undefined);
}
