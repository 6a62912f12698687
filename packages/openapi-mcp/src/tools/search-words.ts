// Words of questions and of operations, as the search compares them.
import { stemmer } from 'stemmer';

/** Verbs of people, and those of interfaces for the same. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  create: [
    'add',
    'assign',
    'attach',
    'connect',
    'generate',
    'invite',
    'make',
    'new',
    'open',
    'publish',
    'register',
    'set up',
    'start',
    'upload',
    'write',
  ],
  delete: [
    'clear',
    'destroy',
    'detach',
    'disconnect',
    'drop',
    'erase',
    'remove',
    'revoke',
    'unassign',
    'uninstall',
  ],
  get: [
    'check',
    'describe',
    'details',
    'download',
    'fetch',
    'find',
    'how',
    'info',
    'look up',
    'read',
    'see',
    'show',
    'status',
    'view',
  ],
  list: ['all', 'search', 'what', 'which', 'who'],
  update: [
    'change',
    'close',
    'edit',
    'mark',
    'modify',
    'patch',
    'rename',
    'reopen',
    'replace',
    'resize',
    'set',
    'turn',
  ],
};

/** Words that mean a thing of interfaces without naming it. */
const NOUNS: ReadonlyMap<string, string> = new Map([
  ['me', 'authenticated current'],
  ['my', 'authenticated current'],
  ['somebody', 'user'],
  ['someone', 'user'],
  ['everybody', 'user'],
  ['everyone', 'user'],
  ['who', 'user'],
]);

/** Longest question that is read, in characters: a search takes 0.2 ms for each word in a document of 1,200 operations. */
const LONGEST_QUESTION = 500;

const STOP_WORDS = new Set(
  'a an and any are as at be before by can could do does for from had has have how i if in into is it its many much new now of off on one only or our should so that the their them then there these they this those to us was we were what when where whether who whom whose why will with would you your'.split(
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
function stemWord(word: string): string | null {
  const lower = word.toLowerCase();
  return lower === '' || STOP_WORDS.has(lower) ? null : stemmer(lower);
}

/** Lists the stems of a text. */
export function listAllStems(text: string): string[] {
  return splitWords(text)
    .split(' ')
    .map(stemWord)
    .filter((stem) => stem !== null);
}

/** Lists the stems of a text, each once. */
export function listStems(text: string): Set<string> {
  return new Set(listAllStems(text));
}

/** A question as the search understands it. */
export interface Question {
  /** Stems of the words that are not only verbs of interfaces. */
  nouns: ReadonlySet<string>;
  /** Stems of things that other words may mean. */
  hints: ReadonlySet<string>;
  /** Verbs of interfaces for the verbs of the question. */
  verbs: ReadonlySet<string>;
  /** Stems of verbs. */
  verbStems: ReadonlySet<string>;
  /** Stems of adjacent words as one word. */
  compounds: ReadonlySet<string>;
}

/** Reads a question. */
export function readQuestion(text: string): Question {
  const words = splitWords(text.slice(0, LONGEST_QUESTION)).toLowerCase().split(' ');
  const verbs = findVerbs(words.join(' '));
  const verbStems = listStems(verbs.map(([, word]) => word).join(' '));
  const nouns = listStems(words.filter((word) => !NOUNS.has(word)).join(' '));
  const pairs = words.slice(1).map((word, index) => `${words[index]}${word}`);
  const names = verbs.map(([verb]) => verb);
  return {
    nouns: new Set([...nouns].filter((stem) => !verbStems.has(stem))),
    hints: listStems(words.map((word) => NOUNS.get(word) ?? '').join(' ')),
    verbs: new Set(names),
    verbStems: new Set([...verbStems, ...listStems(names.join(' '))]),
    compounds: listStems(pairs.join(' ')),
  };
}

/** Lists the verbs of interfaces in a name. */
export function listVerbs(name: string): Set<string> {
  return new Set(findVerbs(splitWords(name).toLowerCase()).map(([verb]) => verb));
}

/** Finds verbs in words: those of interfaces, each with the word for it. */
function findVerbs(words: string): [verb: string, word: string][] {
  const spaced = ` ${words} `;
  const pairs: [verb: string, word: string][] = [];
  for (const [verb, synonyms] of Object.entries(VERBS)) {
    for (const word of [verb, ...synonyms]) if (spaced.includes(` ${word} `)) pairs.push([verb, word]);
  }
  return pairs;
}
