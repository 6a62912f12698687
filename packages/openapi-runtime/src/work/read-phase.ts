import { type Exchange, evaluateTemplate } from '../webhooks/evaluate-expression.ts';
import { parseLinkValue } from '../webhooks/runtime-expression.ts';
import type { WorkPhase, WorkStates } from './work-definition.ts';

/** A state as a response of the reader has it. */
export interface WorkReading {
  phase: WorkPhase;
  /** The word of the document; undefined if the response has none. */
  word: string | undefined;
  /** The value of the first member with a reason of a failure. */
  error: unknown;
}

const PHASES = ['waiting', 'success', 'failure', 'cancelled'] as const;

/** Reads whether work has ended, and how, in a response of its reader. */
export function readPhase(states: WorkStates, exchange: Exchange): WorkReading {
  const word = toWord(evaluate(states.state, exchange));
  const [error] = states.errors.map((text) => evaluate(text, exchange)).filter(isPresent);
  return {
    word,
    error,
    phase: word === undefined ? 'unknown' : findPhase(word, { states, exchange, error }),
  };
}

function findPhase(
  word: string,
  { states, exchange, error }: { states: WorkStates; exchange: Exchange; error: unknown },
): WorkPhase {
  // A client that is throttled or not let in knows nothing about the work.
  if (states.state === '$statusCode' && /^(?:40[138]|42[59]|5..)$/.test(word)) return 'unknown';
  const known = PHASES.find((phase) => includes(states[phase], word));
  if (known) return known;
  const outcome = states.outcome && toWord(evaluate(states.outcome.state, exchange));
  const decided = (['success', 'failure', 'cancelled'] as const).find(
    (phase) => outcome !== undefined && includes(states.outcome?.[phase] ?? [], outcome),
  );
  if (decided) return decided;
  // A word that the document does not list waits: its ends are those that it lists.
  if (!includes(states.ended, word)) return 'waiting';
  if (error !== undefined) return 'failure';
  return states.isSuccessWithoutError ? 'success' : 'ended';
}

/** Evaluates an expression, or returns a constant; undefined if the exchange lacks the value. */
export function evaluate(text: string, exchange: Exchange): unknown {
  return evaluateTemplate(parseLinkValue(text), exchange);
}

// `4XX` stands for every status that begins so.
function includes(words: readonly string[], word: string): boolean {
  return words.includes(word) || words.includes(`${word.charAt(0)}XX`);
}

function toWord(value: unknown): string | undefined {
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}

function isPresent(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
