// The table of keywords: how a document writes each member of `Keywords`. A new keyword is a member of `Keywords` and a
// row here; the compiler lists the rest.
import type { TypedName } from './json-types.ts';
import type { KeywordName } from './keyword-node.ts';

/** The form of the value of a keyword. */
export type KeywordForm =
  | 'any value'
  | 'count'
  | 'flag'
  | 'list of values'
  | 'names'
  | 'names by name'
  | 'number'
  | 'positive number'
  | 'reference'
  | 'schema'
  | 'schemas'
  | 'schemas by name'
  | 'text'
  | 'type names';

/** The target of the schemas of a keyword: the value itself, its items or members, or a test of it. */
export type Application = 'items' | 'members' | 'test' | 'value';

interface Row {
  /** The keyword in a document. */
  keyword: string;
  form: KeywordForm;
  /** The types that it applies to; to all without it. */
  types?: readonly TypedName[];
  /** The target of the schemas that it contains; undefined for a keyword without schemas. */
  applies?: Application;
}

const STRING = { types: ['string'] } as const;
const NUMBER = { types: ['number'] } as const;
const ARRAY = { types: ['array'] } as const;
const OBJECT = { types: ['object'] } as const;

export const KEYWORD_TABLE: { readonly [TName in KeywordName]: Row } = {
  type: { keyword: 'type', form: 'type names' },
  enum: { keyword: 'enum', form: 'list of values' },
  const: { keyword: 'const', form: 'any value' },
  reference: { keyword: '$ref', form: 'reference', applies: 'value' },
  dynamicReference: { keyword: '$dynamicRef', form: 'reference', applies: 'value' },
  allOf: { keyword: 'allOf', form: 'schemas', applies: 'value' },
  anyOf: { keyword: 'anyOf', form: 'schemas', applies: 'value' },
  oneOf: { keyword: 'oneOf', form: 'schemas', applies: 'value' },
  not: { keyword: 'not', form: 'schema', applies: 'test' },
  condition: { keyword: 'if', form: 'schema', applies: 'test' },
  met: { keyword: 'then', form: 'schema', applies: 'value' },
  unmet: { keyword: 'else', form: 'schema', applies: 'value' },
  minLength: { keyword: 'minLength', form: 'count', ...STRING },
  maxLength: { keyword: 'maxLength', form: 'count', ...STRING },
  pattern: { keyword: 'pattern', form: 'text', ...STRING },
  format: { keyword: 'format', form: 'text', types: ['string', 'number'] },
  minimum: { keyword: 'minimum', form: 'number', ...NUMBER },
  maximum: { keyword: 'maximum', form: 'number', ...NUMBER },
  exclusiveMinimum: { keyword: 'exclusiveMinimum', form: 'number', ...NUMBER },
  exclusiveMaximum: { keyword: 'exclusiveMaximum', form: 'number', ...NUMBER },
  multipleOf: { keyword: 'multipleOf', form: 'positive number', ...NUMBER },
  prefix: { keyword: 'prefixItems', form: 'schemas', applies: 'items', ...ARRAY },
  items: { keyword: 'items', form: 'schema', applies: 'items', ...ARRAY },
  contains: { keyword: 'contains', form: 'schema', applies: 'test', ...ARRAY },
  minContains: { keyword: 'minContains', form: 'count', ...ARRAY },
  maxContains: { keyword: 'maxContains', form: 'count', ...ARRAY },
  minItems: { keyword: 'minItems', form: 'count', ...ARRAY },
  maxItems: { keyword: 'maxItems', form: 'count', ...ARRAY },
  uniqueItems: { keyword: 'uniqueItems', form: 'flag', ...ARRAY },
  // Keywords of the whole schema: they depend on what the others evaluate.
  unevaluatedItems: { keyword: 'unevaluatedItems', form: 'schema', applies: 'items' },
  properties: { keyword: 'properties', form: 'schemas by name', applies: 'members', ...OBJECT },
  required: { keyword: 'required', form: 'names', ...OBJECT },
  additionalProperties: { keyword: 'additionalProperties', form: 'schema', applies: 'members', ...OBJECT },
  patternProperties: { keyword: 'patternProperties', form: 'schemas by name', applies: 'members', ...OBJECT },
  propertyNames: { keyword: 'propertyNames', form: 'schema', applies: 'test', ...OBJECT },
  minProperties: { keyword: 'minProperties', form: 'count', ...OBJECT },
  maxProperties: { keyword: 'maxProperties', form: 'count', ...OBJECT },
  dependentRequired: { keyword: 'dependentRequired', form: 'names by name', ...OBJECT },
  dependentSchemas: { keyword: 'dependentSchemas', form: 'schemas by name', applies: 'value', ...OBJECT },
  unevaluatedProperties: { keyword: 'unevaluatedProperties', form: 'schema', applies: 'members' },
};

/** Lists the names of all keywords. */
export const KEYWORD_NAMES = Object.keys(KEYWORD_TABLE) as KeywordName[];

const NAMES: ReadonlyMap<string, KeywordName> = new Map(
  KEYWORD_NAMES.map((name) => [KEYWORD_TABLE[name].keyword, name]),
);

/** Finds the member of `Keywords` for a keyword of a document; undefined for an annotation or an unknown keyword. */
export function findKeywordName(keyword: string): KeywordName | undefined {
  return NAMES.get(keyword);
}

/** Lists the keywords, as documents write them, whose value has a form. */
export function listKeywords(form: KeywordForm): string[] {
  return KEYWORD_NAMES.filter((name) => KEYWORD_TABLE[name].form === form).map(
    (name) => KEYWORD_TABLE[name].keyword,
  );
}
