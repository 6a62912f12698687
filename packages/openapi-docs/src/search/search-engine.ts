/** Search over the pages of the site. It runs in the browser. */
import MiniSearch, { type Query } from 'minisearch';
import { findSynonyms } from './synonyms.ts';

/** A part of a page that has an anchor: a section, or a field of the reference. */
export interface SearchSection {
  /** Empty for the start of the page. */
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
}

export interface SearchPage {
  /** The address below the site's base. */
  readonly path: string;
  readonly kind: string;
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly sections: readonly SearchSection[];
}

export interface SearchResult {
  readonly page: SearchPage;
  /** The sections that fit best, at most three, without the start of the page. */
  readonly sections: readonly SearchSection[];
}

const FIELDS = ['title', 'keywords', 'headings', 'description', 'text'];
const BOOST = { title: 8, keywords: 6, headings: 3, description: 3, text: 1 };
/** Users look up tasks more often than the ways to run the service. */
const KIND_BOOST: Readonly<Record<string, number>> = { Guide: 1.3, 'API reference': 1.1, Schema: 0.7 };
const STOP_WORDS = new Set(
  'a an and are as at be by can do does for from get how i if in into is it me my not of on or the to use using what when where which why with you your'.split(
    ' ',
  ),
);
const MAX_SECTIONS = 3;
/** A page that has several words of a query as one keyword is about them. */
const PHRASE_BOOST = 1.5;
/** Shorter words have too many neighbors within one edit. */
const MIN_FUZZY_LENGTH = 5;
const MIN_PREFIX_LENGTH = 3;

/** Searches one set of pages. */
export class SearchEngine {
  readonly #pages: readonly SearchPage[];
  readonly #index: MiniSearch;
  /** The keywords of several words of each page. */
  readonly #phrases: readonly (readonly string[])[];

  constructor(pages: readonly SearchPage[]) {
    this.#pages = pages;
    this.#phrases = pages.map(({ keywords }) =>
      keywords.map(writePhrase).filter((phrase) => phrase.includes(' ')),
    );
    this.#index = new MiniSearch({
      fields: FIELDS,
      tokenize: listWords,
      processTerm: normalizeTerm,
    });
    this.#index.addAll(
      pages.map(({ title, description, keywords, sections }, id) => ({
        id,
        title,
        description,
        keywords: keywords.join(' '),
        headings: sections.map((section) => section.title).join(' '),
        text: sections.map((section) => section.text).join(' '),
      })),
    );
  }

  /** Lists pages, the best one first, each once. Pages with all words come before pages with some of them. */
  search(text: string, limit: number): SearchResult[] {
    const words = splitWords(text).filter((word) => normalizeTerm(word) !== null);
    if (words.length === 0) return [];
    const found = this.#run(words, 'AND');
    const pages = found.length > 0 ? found : this.#run(words, 'OR');
    const results: SearchResult[] = [];
    for (const { id, terms } of pages.slice(0, limit)) {
      const page = this.#pages[id];
      if (page !== undefined) results.push({ page, sections: selectSections(page, new Set(terms)) });
    }
    return results;
  }

  #run(words: readonly string[], combineWith: 'AND' | 'OR') {
    const phrase = writePhrase(words.join(' '));
    const queries = words.map((word): Query => {
      const synonyms = findSynonyms(word).map(
        (queries): Query => ({
          queries: [queries],
          combineWith: 'OR',
          fuzzy: false,
          prefix: false,
          boost: SYNONYM_BOOST,
        }),
      );
      return { combineWith: 'OR', queries: [word, ...synonyms] };
    });
    return this.#index.search(
      { combineWith, queries },
      {
        boost: BOOST,
        tokenize: splitWords,
        prefix: (term) => term.length >= MIN_PREFIX_LENGTH,
        fuzzy: (term) => (term.length >= MIN_FUZZY_LENGTH ? 0.2 : false),
        weights: { fuzzy: 0.3, prefix: 0.5 },
        boostDocument: (id) => {
          const isPhrase = this.#phrases[id]?.some((keyword) => ` ${phrase} `.includes(` ${keyword} `));
          return (KIND_BOOST[this.#pages[id]?.kind ?? ''] ?? 1) * (isPhrase ? PHRASE_BOOST : 1);
        },
      },
    );
  }
}

const scale = (factor: number) =>
  Object.fromEntries(Object.entries(BOOST).map(([field, boost]) => [field, boost * factor]));
const SYNONYM_BOOST = scale(0.5);

/** Selects the sections that contain most of the terms that were found. */
function selectSections({ sections }: SearchPage, terms: ReadonlySet<string>): SearchSection[] {
  const count = (text: string) => new Set(tokenize(text).filter((term) => terms.has(term))).size;
  return sections
    .filter(({ anchor }) => anchor !== '')
    .map((section) => ({ section, score: 3 * count(section.title) + count(section.text) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
    .map(({ section }) => section)
    .filter(({ title }, index, sorted) => sorted.findIndex((other) => other.title === title) === index)
    .slice(0, MAX_SECTIONS);
}

/** Writes the stems of a text's words, separated by spaces. */
function writePhrase(text: string): string {
  const stems = splitWords(text).map(normalizeTerm);
  return stems.filter((stem) => stem !== null).join(' ');
}

function tokenize(text: string): string[] {
  return listWords(text)
    .map(normalizeTerm)
    .filter((term) => term !== null);
}

/** Lists the words of a text, and the words of names such as `return_last_frame`. */
function listWords(text: string): string[] {
  return splitWords(text).flatMap((word) => [word, ...splitName(word)]);
}

function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)*/gu) ?? [];
}

/** Splits a name such as `return_last_frame`. */
function splitName(word: string): string[] {
  const parts = word.split(/[_.]+/).filter((part) => part !== '');
  return parts.length > 1 ? parts : [];
}

/** Removes the endings of English words; null for words without meaning of their own. */
export function normalizeTerm(term: string): string | null {
  const word = term.toLowerCase();
  if (STOP_WORDS.has(word)) return null;
  if (word.length < 5 || /[\d_.]/.test(word)) return word;
  const stem = word
    .replace(/ies$/, 'y')
    .replace(/(?<!s)s$/, '')
    .replace(/(?:ing|ed)$/, '')
    .replace(/([b-df-hj-np-tv-z])\1$/, '$1')
    .replace(/e$/, '');
  return STOP_WORDS.has(stem) ? null : stem;
}
