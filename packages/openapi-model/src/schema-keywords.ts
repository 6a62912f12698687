// The keywords of JSON Schema 2020-12 that decide about values: how a document writes each, and what it holds.

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

/** A keyword of a schema. */
export interface SchemaKeyword {
  /** The keyword in a document. */
  keyword: string;
  form: KeywordForm;
  /** The types that it applies to; to all without it. */
  types?: readonly ('array' | 'number' | 'object' | 'string')[];
  /** The target of the schemas that it contains; undefined for a keyword without schemas. */
  applies?: Application;
}

const STRING = { types: ['string'] } as const;
const NUMBER = { types: ['number'] } as const;
const ARRAY = { types: ['array'] } as const;
const OBJECT = { types: ['object'] } as const;

/** The keywords by the names that nodes of schemas have for them. */
export const SCHEMA_KEYWORDS = {
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
} as const satisfies Record<string, SchemaKeyword>;

/** Lists the keywords whose value has a form. */
export function listSchemaKeywords(form: KeywordForm): string[] {
  return Object.values(SCHEMA_KEYWORDS)
    .filter((row) => row.form === form)
    .map(({ keyword }) => keyword);
}
