// The keywords of JSON Schema 2020-12 and of OpenAPI's Schema Object that this generator knows. Any other one is
// an annotation to JSON Schema (core, section 6.5), and told of.

import type { TypedName } from './json-types.ts';

/** Lists the keywords that apply to values of one type only. */
export const TYPED_KEYWORDS = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'],
  array: [
    'items',
    'prefixItems',
    'contains',
    'minContains',
    'maxContains',
    'minItems',
    'maxItems',
    'uniqueItems',
  ],
  object: [
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
    'dependentRequired',
    'dependentSchemas',
  ],
} as const satisfies Record<TypedName, readonly string[]>;

/** Lists the types that have keywords of their own. */
export const TYPED_NAMES = Object.keys(TYPED_KEYWORDS) as TypedName[];

const GENERAL = [
  'type',
  'enum',
  'const',
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedItems',
  'unevaluatedProperties',
];

const ANNOTATIONS = [
  '$anchor',
  '$comment',
  '$defs',
  '$dynamicAnchor',
  '$id',
  '$schema',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'default',
  'deprecated',
  'description',
  'discriminator',
  'example',
  'examples',
  'externalDocs',
  'readOnly',
  'title',
  'writeOnly',
  'xml',
];

const APPLIED = new Set<string>([...GENERAL, ...Object.values(TYPED_KEYWORDS).flat()]);
const KNOWN = new Set<string>([...APPLIED, ...ANNOTATIONS]);

/** Tells whether a keyword is applied, or is an annotation. */
export function isKnownKeyword(keyword: string): boolean {
  return KNOWN.has(keyword) || keyword.startsWith('x-');
}

/** Tells whether a keyword decides nothing. */
export function isAnnotation(keyword: string): boolean {
  return !APPLIED.has(keyword);
}

/** Tells which keywords hold a schema, a list of schemas, or a map of schemas. */
export const SUBSCHEMAS = {
  one: new Set([
    'additionalProperties',
    'contains',
    'else',
    'if',
    'items',
    'not',
    'propertyNames',
    'then',
    'unevaluatedItems',
    'unevaluatedProperties',
  ]),
  list: new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']),
  map: new Set(['dependentSchemas', 'patternProperties', 'properties']),
};
