import type { WorkEnd, WorkPhase, WorkStates } from './work-definition.ts';

/** The state of work, and its end if it has one. */
export interface WorkState {
  /** The word of the document; empty if the response has none. */
  state: string;
  end: WorkEnd | undefined;
}

/** The states of work that a document describes; a list that is absent is empty. */
export type StateRules = Pick<WorkStates, 'state'> &
  Partial<Omit<WorkStates, 'outcome'>> & { outcome?: StateRules | undefined };

/**
 * Reads whether work has ended, and how, in a response of its reader. `evaluate` evaluates the expressions: clients that wait
 * have a reader in their bundles, which cannot hold a parser of expressions.
 */
export type EndReader = (states: StateRules, evaluate: (expression: string) => unknown) => WorkState;

const ENDS = ['success', 'failure', 'cancelled', 'ended'] as const;

/** Reads an end by the word of the state. A word that is not listed waits: the ends of work are those that are listed. */
export const readListedEnd: EndReader = (states, evaluate) => {
  const state = String(evaluate(states.state) ?? '');
  return { state, end: ENDS.find((end) => states[end]?.includes(state)) };
};

/** Reads an end by the word of the state, by the range of a status, or by the members that decide the outcome. */
export const readEnd: EndReader = (states, evaluate) => {
  const { waiting = [], outcome, errors = [], isSuccessWithoutError } = states;
  const { state, end } = readListedEnd(states, evaluate);
  if (state === '' || waiting.includes(state) || (end && end !== 'ended')) return { state, end };
  if (states.state === '$statusCode') {
    return { state, end: end ?? readListedEnd(states, () => `${state[0]}XX`).end };
  }
  const decided = outcome && readListedEnd(outcome, evaluate).end;
  if (decided || !end) return { state, end: decided };
  if (errors.some((error) => isPresent(evaluate(error)))) return { state, end: 'failure' };
  return { state, end: isSuccessWithoutError ? 'success' : end };
};

/** Reads the phase of work, whose end `readEnd` reads; `word` is undefined if the response has no state. */
export function readPhase(...[states, evaluate]: Parameters<EndReader>): {
  phase: WorkPhase;
  word: string | undefined;
} {
  const { state, end } = readEnd(states, evaluate);
  if (state === '') return { word: undefined, phase: 'unknown' };
  const isUnrelated = states.state === '$statusCode' && isUnrelatedStatus(Number(state));
  return { word: state, phase: isUnrelated ? 'unknown' : (end ?? 'waiting') };
}

/** Returns whether a status says nothing about work: the client is throttled or not let in, or the service has failed. */
export function isUnrelatedStatus(status: number): boolean {
  return /^(?:40[138]|42[59]|5..)$/.test(String(status));
}

function isPresent(value: unknown): boolean {
  return typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : Boolean(value);
}
