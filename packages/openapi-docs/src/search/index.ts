/** Search over pages that runs in the browser: with synonyms, typing errors and parts of names. */
export {
  normalizeTerm,
  SearchEngine,
  type SearchPage,
  type SearchResult,
  type SearchSection,
} from './search-engine.ts';
export { findSynonyms } from './synonyms.ts';
