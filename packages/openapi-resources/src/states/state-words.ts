// The meaning of the words of a state: constants such as `JOB_STATE_RUNNING`, `notPublished` or `Content Moderated`.
import type { Conventions } from '../conventions/conventions.ts';
import { splitWords } from '../names/words.ts';

/** The meaning of a state of work. `ended`: its outcome is in another property. */
export type StateMeaning = 'cancelled' | 'ended' | 'failure' | 'success' | 'waiting';

/** The words of a state by their meaning; words without one are `unknown`. */
export type StateWords = Readonly<Record<StateMeaning | 'unknown', readonly string[]>>;

const ENTRIES = [
  ['cancelled', 'cancelledState'],
  ['failure', 'failedState'],
  ['success', 'successState'],
  ['ended', 'endedState'],
  ['waiting', 'pendingState'],
] as const;

const NO_PROGRESS = new Set(['billing', 'incoming', 'missing', 'nothing', 'outgoing', 'setting', 'upcoming']);

/** Returns the meaning of a word by itself; undefined if it has none. */
export function readMeaning(word: string, conventions: Conventions): StateMeaning | undefined {
  const terms = splitWords(word);
  const isUndone = terms.includes('not') && !conventions.matches('failedState', word);
  if (isUndone) return 'waiting';
  const [meaning] = ENTRIES.find(([, entry]) => conventions.matches(entry, word)) ?? [];
  if (meaning) return meaning;
  // Progressive forms, such as `transcribing`, are the same in every field.
  return terms.some((term) => /[a-z]{3}ing$/.test(term) && !NO_PROGRESS.has(term)) ? 'waiting' : undefined;
}

/** Reports whether a state is an end of work. */
export function isFinalState(word: string, conventions: Conventions): boolean {
  const meaning = readMeaning(word, conventions);
  return meaning !== undefined && meaning !== 'waiting';
}

/** Classifies all words of a state, their common prefix removed. */
export function classifyStates(words: readonly string[], conventions: Conventions): StateWords {
  const stems = removePrefix(words.map(splitWords));
  const classified: Record<StateMeaning | 'unknown', string[]> = {
    waiting: [],
    success: [],
    failure: [],
    cancelled: [],
    ended: [],
    unknown: [],
  };
  for (const [index, word] of words.entries()) {
    const stem = stems[index] ?? [];
    const meaning = isNegation(stem, stems) ? 'waiting' : readMeaning(stem.join(' '), conventions);
    classified[meaning ?? 'unknown'].push(word);
  }
  return settleSuccess(settleEnds(settleOpposites(classified)), conventions);
}

// `notPublished` waits for `published`, whatever that means elsewhere.
function isNegation(stem: readonly string[], stems: readonly (readonly string[])[]): boolean {
  return stem[0] === 'not' && stems.some((candidate) => candidate.join(' ') === stem.slice(1).join(' '));
}

// Beside a success, what was terminated has ended before its time.
function settleEnds(words: StateWords): StateWords {
  const { success, cancelled, ended } = words;
  if (success.length === 0) return words;
  const terminated = ended.filter((word) => /terminated$/i.test(word));
  return {
    ...words,
    cancelled: [...cancelled, ...terminated],
    ended: ended.filter((word) => !terminated.includes(word)),
  };
}

function settleOpposites(words: Record<StateMeaning | 'unknown', string[]>): StateWords {
  const negated = new Set(
    words.waiting.map((word) =>
      splitWords(word)
        .join(' ')
        .replace(/^.*\bnot /, ''),
    ),
  );
  const isAim = (word: string) => negated.has(splitWords(word).join(' '));
  return {
    ...words,
    success: [...words.success, ...words.unknown.filter(isAim)],
    unknown: words.unknown.filter((word) => !isAim(word)),
  };
}

// Generated enumerations begin with them.
const NO_STATE_NAMES = new Set(['none', 'undefined', 'unknown', 'unrecognized', 'unspecified']);

// Beside another word of success, work is ready to begin; beside none, one word of its own field is the success.
function settleSuccess(words: StateWords, conventions: Conventions): StateWords {
  const { success, waiting, failure, ended, unknown } = words;
  const ready = success.filter((word) => splitWords(word).at(-1) === 'ready');
  if (ready.length > 0 && ready.length < success.length && waiting.length > 0)
    return {
      ...words,
      waiting: [...ready, ...waiting],
      success: success.filter((word) => !ready.includes(word)),
    };
  const named = unknown.filter((word) => !NO_STATE_NAMES.has(splitWords(word).at(-1) ?? ''));
  const [state = ''] = named;
  const isAlone = named.length === 1 && success.length + ended.length === 0;
  const isSuccess =
    isAlone && /(?:ed|\bactive|\blive)$/i.test(state) && !conventions.matches('lifecycleState', state);
  const isProcess =
    waiting.some((word) => isProgress(word) && !/delet|remov|stop|suspend|terminat/i.test(word)) &&
    failure.some((word) => /fail|error/i.test(word));
  return isSuccess && isProcess
    ? { ...words, success: [state], unknown: unknown.filter((word) => word !== state) }
    : words;
}

/** Reports whether work is done in a state: `rendering`, `in_progress`, and neither `pending` nor `waiting`. */
export function isProgress(word: string): boolean {
  return /progress|running|(?<!pend|wait)ing$/i.test(word);
}

function removePrefix(names: readonly string[][]): readonly string[][] {
  const [first = []] = names;
  const length = first.findIndex((word, index) =>
    names.some((name) => name[index] !== word || name.length <= index + 1),
  );
  return names.length < 2 || length <= 0 ? names : names.map((name) => name.slice(length));
}
