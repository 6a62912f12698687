/** Search over pages that runs in the browser: with synonyms, typing errors and parts of names. */
export { SearchEngine, type SearchPage, type SearchSection } from './search-engine.ts';
