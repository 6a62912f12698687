// Finds the keyword that refuses a value, and where in the value.

import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { KeywordName, SchemaNode, WrittenKeyword } from '@keyframe/openapi-schema';
import { itemSchemas, memberSchemas, type SchemaRef, type SchemaSpace } from '@keyframe/openapi-values';

/** Why a schema refuses a value. */
export interface Explanation {
  /** Pointer of the keyword in the document. */
  pointer: string;
  keyword: string;
  /** Path in the value. */
  path: readonly (number | string)[];
  expected: string;
  found: JsonValue | undefined;
}

interface Step {
  space: SchemaSpace;
  path: readonly (number | string)[];
}

const DEEPEST = 64;

// The keywords that each one is checked together with; undefined for one that depends on the whole schema.
const CHECKED_WITH: { readonly [TName in KeywordName]: readonly KeywordName[] | undefined } = {
  type: [],
  enum: [],
  const: [],
  reference: undefined,
  dynamicReference: undefined,
  allOf: [],
  anyOf: [],
  oneOf: [],
  not: [],
  condition: [],
  met: [],
  unmet: [],
  minLength: [],
  maxLength: [],
  pattern: [],
  format: [],
  minimum: [],
  maximum: [],
  exclusiveMinimum: [],
  exclusiveMaximum: [],
  multipleOf: [],
  prefix: [],
  items: ['prefix'],
  contains: ['minContains', 'maxContains'],
  minContains: [],
  maxContains: [],
  minItems: [],
  maxItems: [],
  uniqueItems: [],
  unevaluatedItems: undefined,
  properties: [],
  required: [],
  additionalProperties: ['properties', 'patternProperties'],
  patternProperties: [],
  propertyNames: [],
  minProperties: [],
  maxProperties: [],
  dependentRequired: [],
  dependentSchemas: [],
  unevaluatedProperties: undefined,
};

// The keywords to name if each keyword alone accepts the value, the most probable first.
const DEPEND_ON_OTHERS: readonly KeywordName[] = [
  'unevaluatedProperties',
  'unevaluatedItems',
  'allOf',
  'anyOf',
  'oneOf',
];

/** Explains a refusal by the keyword that is deepest in the value. */
export function explain(space: SchemaSpace, schema: SchemaRef, value: JsonValue): Explanation {
  return refusal({ space, path: [] }, space.node(schema), value);
}

function refusal(step: Step, node: SchemaNode, value: JsonValue): Explanation {
  const { space, path } = step;
  if (node.kind !== 'keywords' || path.length > DEEPEST) {
    return { pointer: node.pointer, keyword: 'false', path, expected: 'no value', found: value };
  }
  const { reference, allOf } = node.keywords;
  const applicable = [...(reference ? [reference] : []), ...allOf, ...conditional(space, node, value)];
  const refusing = applicable.find((part) => !space.accepts(part, value));
  if (refusing) return refusal(step, refusing, value);
  return inChildren(step, node, value) ?? ownRefusal(step, node, value);
}

function conditional(
  space: SchemaSpace,
  { keywords: { condition, met, unmet } }: SchemaNode,
  value: JsonValue,
): SchemaNode[] {
  if (!condition) return [];
  const part = space.accepts(condition, value) ? met : unmet;
  return part ? [part] : [];
}

function inChildren({ space, path }: Step, node: SchemaNode, value: JsonValue): Explanation | undefined {
  const members: (readonly [number | string, JsonValue, SchemaNode[]])[] = Array.isArray(value)
    ? value.map((item, index) => [index, item, itemSchemas([node], index)] as const)
    : isJsonObject(value)
      ? Object.entries(value).map(
          ([name, item]) => [name, item ?? null, memberSchemas([node], name)] as const,
        )
      : [];
  const { unevaluatedItems, unevaluatedProperties } = node.keywords;
  for (const [name, member, schemas] of members) {
    // Only the whole schema knows which members are not evaluated.
    const refusing = schemas.find(
      (schema) =>
        schema.pointer !== unevaluatedItems?.pointer &&
        schema.pointer !== unevaluatedProperties?.pointer &&
        !space.accepts(schema, member),
    );
    if (refusing) return refusal({ space, path: [...path, name] }, refusing, member);
  }
  return undefined;
}

function ownRefusal({ space, path }: Step, node: SchemaNode, value: JsonValue): Explanation {
  const { keywords, pointer, written } = node;
  const found =
    written.find((one) => !acceptsAlone(space, node, { written: one, value })) ??
    DEPEND_ON_OTHERS.map((name) => written.find((one) => one.name === name)).find((one) => one);
  if (!found)
    return { pointer: `${pointer}/schema`, keyword: 'schema', path, expected: 'schema: ', found: value };
  const { name, keyword } = found;
  const branch =
    (name === 'oneOf' || name === 'anyOf') && findClosest({ space, path }, keywords[name], value);
  if (branch) return branch;
  const required = keywords.required.find((one) => isJsonObject(value) && !(one in value));
  const expected = name === 'required' ? `the member "${required}"` : `${keyword}: ${printJson(found.value)}`;
  return { pointer: found.pointer, keyword, path, expected, found: value };
}

// If all branches refuse the value, the one that gets furthest is probably the one that was meant.
function findClosest(step: Step, branches: readonly SchemaNode[], value: JsonValue): Explanation | undefined {
  if (branches.some((branch) => step.space.accepts(branch, value))) return undefined;
  const explained = branches.map((branch) => refusal(step, branch, value));
  const rank = ({ path, keyword }: Explanation) =>
    2 * path.length - (keyword === 'const' || keyword === 'type' ? 3 : 0);
  return explained.toSorted((a, b) => rank(b) - rank(a))[0];
}

function acceptsAlone(
  space: SchemaSpace,
  node: SchemaNode,
  { written: { name }, value }: { written: WrittenKeyword; value: JsonValue },
): boolean {
  const others = name && CHECKED_WITH[name];
  return !name || !others || space.accepts(node.only([name, ...others]), value);
}

function printJson(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

/** Lists the members that a schema describes, behind references and in every branch; the first of a name counts. */
export function describedMembers(space: SchemaSpace, schema: SchemaRef): Map<string, SchemaNode> {
  const found = new Map<string, SchemaNode>();
  for (const [name, member] of describedEverywhere(space, schema)) {
    if (!found.has(name)) found.set(name, member);
  }
  return found;
}

/** Lists the members that a schema describes, each as often as it does. */
export function* describedEverywhere(
  space: SchemaSpace,
  schema: SchemaRef,
): Generator<readonly [name: string, member: SchemaNode]> {
  const seen = new Set<string>();
  const waiting = [space.node(schema)];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (seen.has(node.pointer)) continue;
    seen.add(node.pointer);
    const { properties, reference, allOf, anyOf, oneOf, met, unmet } = node.keywords;
    yield* properties;
    const parts = [reference, ...allOf, ...anyOf, ...oneOf, met, unmet];
    waiting.push(...parts.filter((part) => part !== undefined));
  }
}
