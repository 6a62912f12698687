// The table of keywords, by the members of `Keywords`: the compiler lists what a new row needs.
import { SCHEMA_KEYWORDS, type SchemaKeyword } from '@keyframe/openapi-model/document';
import type { KeywordName } from './keyword-node.ts';

export type { Application, KeywordForm } from '@keyframe/openapi-model/document';

/** How documents write each member of `Keywords`. */
export const KEYWORD_TABLE: { readonly [TName in KeywordName]: SchemaKeyword } = SCHEMA_KEYWORDS;

// A row without a member of `Keywords` does not compile here.
/** Lists the names of all keywords. */
export const KEYWORD_NAMES: readonly KeywordName[] = Object.keys(
  SCHEMA_KEYWORDS,
) as (keyof typeof SCHEMA_KEYWORDS)[];

const NAMES: ReadonlyMap<string, KeywordName> = new Map(
  KEYWORD_NAMES.map((name) => [KEYWORD_TABLE[name].keyword, name]),
);

/** Finds the member of `Keywords` for a keyword of a document; undefined for an annotation or an unknown keyword. */
export function findKeywordName(keyword: string): KeywordName | undefined {
  return NAMES.get(keyword);
}
