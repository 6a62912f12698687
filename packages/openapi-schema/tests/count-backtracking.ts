// A matcher that tries all ways one after the other, as that of JavaScript does.
import { createStates, type PatternState, parsePattern } from '@keyframe/openapi-runtime/patterns';

/** Counts the steps of a backtracking matcher, up to a limit. */
export function countBacktracking(source: string, text: string, limit: number): number {
  const start = createStates(parsePattern(source), { limit: 100_000, purpose: 'backtrack' });
  if (!start) throw new Error(`${source} has too many states.`);
  const matcher = new BacktrackingMatcher([...text], limit);
  // No later positions are attempted if the expression begins with `^`.
  const positions = source.startsWith('^') ? 1 : text.length + 1;
  for (let position = 0; position < positions; position += 1) if (matcher.matches(start, position)) break;
  return matcher.steps;
}

type NextState = Exclude<PatternState, { kind: 'accept' }>;

interface Attempt {
  state: PatternState;
  at: number;
  /** Characters that a run has read. */
  count: number;
  /** States since the last character that was read. */
  passed: readonly PatternState[];
}

class BacktrackingMatcher {
  steps = 0;
  readonly #text: readonly string[];
  readonly #limit: number;

  constructor(text: readonly string[], limit: number) {
    this.#text = text;
    this.#limit = limit;
  }

  matches(start: PatternState, position: number): boolean {
    const open: Attempt[] = [{ state: start, at: position, count: 0, passed: [] }];
    for (let attempt = open.pop(); attempt && this.steps < this.#limit; attempt = open.pop()) {
      this.steps += 1;
      const { state } = attempt;
      if (state.kind === 'accept') return true;
      if (state.kind === 'read' || state.kind === 'run') open.push(...this.#read(attempt, state));
      else if (state.kind === 'fork') {
        open.push(...state.next.toReversed().flatMap((next) => pass(attempt, next)));
      } else if (this.#holds(state, attempt.at)) open.push(...pass(attempt, state.next));
    }
    return false;
  }

  #read(attempt: Attempt, state: Extract<NextState, { kind: 'read' | 'run' }>): Attempt[] {
    const { at, count } = attempt;
    const character = this.#text[at];
    const isAccepted = character !== undefined && state.characters.has(character);
    const after = { at: at + 1, count: 0, passed: [] };
    if (state.kind === 'read') return isAccepted ? [{ ...after, state: state.next }] : [];
    const end = count >= state.min ? pass(attempt, state.next) : [];
    return isAccepted && count < state.max ? [...end, { ...after, state, count: count + 1 }] : end;
  }

  #holds(state: Extract<NextState, { kind: 'edge' | 'lookaround' }>, at: number): boolean {
    if (state.kind === 'lookaround') return this.matches(state.start, at) !== state.isNegated;
    return state.edge === 'start' ? at === 0 : state.edge !== 'end' || at === this.#text.length;
  }
}

// A round that reads nothing ends a repetition.
function pass({ at, passed }: Attempt, next: PatternState): Attempt[] {
  return passed.includes(next) ? [] : [{ state: next, at, count: 0, passed: [...passed, next] }];
}
