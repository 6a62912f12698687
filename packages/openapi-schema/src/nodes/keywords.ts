// The keywords of JSON Schema 2020-12 and of OpenAPI's Schema Object that are known. Any other one is an annotation to
// JSON Schema (core, section 6.5), and reported.

import type { TypedName } from './json-types.ts';
import type { KeywordName } from './keyword-node.ts';
import { findKeywordName, KEYWORD_NAMES, KEYWORD_TABLE } from './keyword-table.ts';

/** Lists the types that have keywords of their own. */
export const TYPED_NAMES: readonly TypedName[] = ['string', 'number', 'array', 'object'];

/** Lists the keywords that apply to values of one type only. */
export const TYPED_KEYWORDS: Readonly<Record<TypedName, readonly KeywordName[]>> = {
  string: listTyped('string'),
  number: listTyped('number'),
  array: listTyped('array'),
  object: listTyped('object'),
};

function listTyped(type: TypedName): KeywordName[] {
  return KEYWORD_NAMES.filter((name) => KEYWORD_TABLE[name].types?.includes(type));
}

const ANNOTATIONS = new Set([
  '$anchor',
  '$comment',
  '$defs',
  '$dynamicAnchor',
  '$id',
  '$schema',
  // It is ignored in schemas that are not used as a meta-schema (2020-12, core, section 8.1.2).
  '$vocabulary',
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
]);

/** Reports whether a keyword is known: applied, or an annotation. */
export function isKnownKeyword(keyword: string): boolean {
  return !isAnnotation(keyword) || ANNOTATIONS.has(keyword) || keyword.startsWith('x-');
}

/** Reports whether a keyword decides nothing; `$dynamicRef` is replaced before schemas are compiled. */
export function isAnnotation(keyword: string): boolean {
  return keyword === '$dynamicRef' || findKeywordName(keyword) === undefined;
}
