// Finds the keyword that rejects a value, and where in the value.

import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { KeywordName, WrittenKeyword } from '@keyframe/openapi-schema';
import { explainUnion, type Rejection, traceRejection } from '@keyframe/openapi-schema/explain';
import type { SchemaRef, SchemaSpace } from '@keyframe/openapi-values';

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
  const { name, keyword } = found;
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
  const missing =
    name === 'required'
      ? keywords.required.find((one) => isJsonObject(value) && !Object.hasOwn(value, one))
      : undefined;
  const rule = `${keyword}: ${overlap ?? printJson(found.value)}`;
  const expected = missing === undefined ? rule : `the member "${missing}"`;
  return {
    pointer: found.pointer,
    keyword,
    path,
    expected,
    found: value,
    limit: overlap ?? found.value,
    missing,
  };
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
