// Words of questions and of operations, as the search compares them.
import { stemmer } from 'stemmer';

/** Verbs of people, and those of interfaces for the same. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  create: ['add', 'attach', 'generate', 'invite', 'make', 'open', 'publish', 'register', 'set up', 'start'],
  delete: ['clear', 'destroy', 'detach', 'drop', 'erase', 'remove', 'revoke'],
  get: ['describe', 'details', 'download', 'fetch', 'find', 'info', 'read', 'see', 'show', 'status', 'view'],
  list: ['all', 'search', 'which'],
  update: ['change', 'close', 'edit', 'modify', 'patch', 'rename', 'reopen', 'replace', 'resize', 'set'],
};

const NOUNS: ReadonlyMap<string, string> = new Map([
  ['invite', 'invitation'],
  ['me', 'authenticated current'],
  ['my', 'authenticated current'],
]);

/** Longest question that is read, in characters: a search takes 0.2 ms for each word in a document of 1,200 operations. */
const LONGEST_QUESTION = 500;

const STOP_WORDS = new Set(
  'a an and any are as at be before by can could do does for from had has have how i if in into is it its many much of off on one only or our should so that the their them then there these they this those to us was we were what when where whether who whom whose why will with would you your'.split(
    ' ',
  ),
);

/** Splits names such as `listTasks` and `repos/create-fork` into words. */
export function splitWords(text: string): string {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .trim();
}

/** Returns the stem of a word; null for a word without a meaning of its own. */
export function stemWord(word: string): string | null {
  const lower = word.toLowerCase();
  return STOP_WORDS.has(lower) ? null : stemmer(lower);
}

/** Lists the stems of a text, each once. */
export function listStems(text: string): Set<string> {
  return new Set(
    splitWords(text)
      .split(' ')
      .flatMap((word) => stemWord(word) ?? []),
  );
}

/** A question as the search understands it. */
export interface Question {
  words: string;
  /** Words for the same. */
  synonyms: string;
  /** Verbs of interfaces for the verbs of the question. */
  verbs: ReadonlySet<string>;
}

/** Reads a question. */
export function readQuestion(text: string): Question {
  const words = splitWords(text.slice(0, LONGEST_QUESTION)).toLowerCase();
  const spaced = ` ${words} `;
  const verbs = Object.entries(VERBS)
    .filter(([verb, others]) => [verb, ...others].some((one) => spaced.includes(` ${one} `)))
    .map(([verb]) => verb);
  const nouns = words.split(' ').flatMap((word) => NOUNS.get(word) ?? []);
  return { words, synonyms: [...verbs, ...nouns].join(' '), verbs: new Set(verbs) };
}
