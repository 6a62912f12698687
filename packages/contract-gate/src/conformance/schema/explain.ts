// Finds the keyword that rejects a value, and where in the value.

import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { KeywordName, WrittenKeyword } from '@keyframe/openapi-schema';
import {
  explainUnion,
  type Rejection,
  traceRejection,
  walkRejections,
} from '@keyframe/openapi-schema/explain';
import type { SchemaRef, SchemaSpace } from '@keyframe/openapi-schema/values';

/** Why a schema rejects a value. */
export interface Explanation {
  /** Pointer of the keyword in the document. */
  pointer: string;
  keyword: string;
  /** Path in the value. */
  path: readonly (number | string)[];
  expected: string;
  found: JsonValue | undefined;
  /** The value of the keyword, or what it means for this value. */
  limit: JsonValue;
  /** The member whose absence `required` rejects. */
  missing?: string | undefined;
}

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

/** Explains a rejection by the keyword that is deepest in the value. */
export function explain(space: SchemaSpace, schema: SchemaRef, value: JsonValue): Explanation {
  return explainRejection(space, { schema: space.node(schema), value, path: [] });
}

const MOST_EXPLANATIONS = 10;
const MOST_REJECTIONS = 200;

/**
 * Explains a rejection by all keywords that reject the value or a part of it, first by that of `explain`. A large value is
 * not searched to its end, and no more than ten keywords are listed.
 */
export function explainAll(space: SchemaSpace, schema: SchemaRef, value: JsonValue): Explanation[] {
  const accepts = (one: SchemaRef, part: JsonValue) => space.accepts(one, part);
  const first = explain(space, schema, value);
  const found = new Map([[first.pointer, first]]);
  const rejections = walkRejections(accepts, { schema: space.node(schema), value, path: [] });
  let walked = 0;
  for (const rejection of rejections) {
    const explained = rejection.isInnermost
      ? [explainRejection(space, rejection)]
      : explainOwn(space, rejection);
    for (const one of explained) if (!found.has(one.pointer)) found.set(one.pointer, one);
    walked += 1;
    if (found.size >= MOST_EXPLANATIONS || walked >= MOST_REJECTIONS) break;
  }
  return [...found.values()].slice(0, MOST_EXPLANATIONS);
}

// The keywords that can reject a value beside its parts and members.
const BESIDE_OTHERS: ReadonlySet<string> = new Set<KeywordName>([
  'contains',
  'dependentRequired',
  'maxItems',
  'maxProperties',
  'minItems',
  'minProperties',
  'required',
  'uniqueItems',
]);

function explainOwn(space: SchemaSpace, rejection: Rejection): Explanation[] {
  return rejection.schema.written
    .filter(({ name = '' }) => BESIDE_OTHERS.has(name))
    .filter((one) => !acceptsAlone(space, rejection, one))
    .map((one) => explainKeyword(rejection, one));
}

function explainRejection(space: SchemaSpace, rejection: Rejection): Explanation {
  const accepts = (schema: SchemaRef, value: JsonValue) => space.accepts(schema, value);
  const innermost = [...traceRejection(accepts, rejection)].at(-1) ?? rejection;
  const { schema, value, path } = innermost;
  const { keywords, pointer, written } = schema;
  if (schema.kind !== 'keywords')
    return { pointer, keyword: 'false', path, expected: 'no value', found: value, limit: false };
  const found =
    written.find((one) => !acceptsAlone(space, innermost, one)) ??
    DEPEND_ON_OTHERS.map((name) => written.find((one) => one.name === name)).find((one) => one);
  if (!found) {
    const expected = 'schema: ';
    return { pointer: `${pointer}/schema`, keyword: 'schema', path, expected, found: value, limit: '' };
  }
  const { name } = found;
  if (name === 'oneOf' || name === 'anyOf') {
    const explainer = {
      accepts,
      explain: (one: Rejection) => explainRejection(space, one),
      isChoice: (one: Explanation) => isChoice(one, path),
    };
    const explanation = explainUnion(explainer, keywords[name], innermost);
    if (explanation) return explanation;
  }
  const overlap = name === 'oneOf' ? describeOverlap(space, innermost) : undefined;
  return explainKeyword(innermost, found, overlap);
}

function explainKeyword(
  { schema: { keywords }, value, path }: Rejection,
  { name, keyword, pointer, value: limit }: WrittenKeyword,
  overlap?: string,
): Explanation {
  const missing =
    name === 'required'
      ? keywords.required.find((one) => isJsonObject(value) && !Object.hasOwn(value, one))
      : undefined;
  const rule = `${keyword}: ${overlap ?? printJson(limit)}`;
  const expected = missing === undefined ? rule : `the member "${missing}"`;
  return { pointer, keyword, path, expected, found: value, limit: overlap ?? limit, missing };
}

function describeOverlap(space: SchemaSpace, { schema, value }: Rejection): string | undefined {
  const matching = schema.keywords.oneOf.filter((branch) => space.accepts(branch, value)).length;
  return matching > 1 ? `1 matching branch, not ${matching}` : undefined;
}

// A member of another type is wrong in the branch that its object chose.
function isChoice({ keyword, path }: Explanation, union: Explanation['path']): boolean {
  return keyword === 'const' || (keyword === 'type' && path.length === union.length);
}

function acceptsAlone(space: SchemaSpace, { schema, value }: Rejection, { name }: WrittenKeyword): boolean {
  const others = name && CHECKED_WITH[name];
  return !name || !others || space.accepts(schema.only([name, ...others]), value);
}

function printJson(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
