// Turns regular expressions into states of a nondeterministic automaton (Thompson, 1968).
import { type CharacterKind, getCharacterKind } from './character-kind.ts';
import type { Edge, Lookaround, PatternNode, Repetition } from './parse-pattern.ts';

/** A state of an automaton: it reads characters, or leads on without reading. */
export type PatternState = AcceptState | EdgeState | ForkState | LookaroundState | ReadState | RunState;

interface Visited {
  /** The number of the last round of a scan that visited the state. */
  visit: number;
}

interface AcceptState extends Visited {
  kind: 'accept';
}

interface EdgeState extends Visited {
  kind: 'edge';
  edge: Edge;
  next: PatternState;
}

interface ForkState extends Visited {
  kind: 'fork';
  next: readonly PatternState[];
}

interface ReadState extends Visited {
  kind: 'read';
  characters: CharacterKind;
  next: PatternState;
}

/** Between `min` and `max` characters of one kind. */
export interface RunState extends Visited {
  kind: 'run';
  characters: CharacterKind;
  min: number;
  max: number;
  next: PatternState;
}

/** A condition on the text before or after a position, with an automaton of its own. */
export interface LookaroundState extends Visited {
  kind: 'lookaround';
  start: PatternState;
  /** The automaton reads from the end of the text. */
  isBackward: boolean;
  isNegated: boolean;
  next: PatternState;
}

export interface StateOptions {
  /** The maximum number of states. */
  limit: number;
  /** Bounded repetitions of one character up to this count become states of their own, one for each character. */
  copies?: number;
  /**
   * `backtrack` creates the states that a backtracking matcher visits; a reference reads any text. `scan` creates those
   * that find all positions at which a lookaround holds in one pass: a lookahead is read from the end of the text.
   */
  purpose: 'backtrack' | 'scan';
}

/** Creates the states of an expression; undefined if there are too many, or a scan cannot follow references. */
export function createStates(node: PatternNode, options: StateOptions): PatternState | undefined {
  const builder = new StateBuilder(options);
  const start = builder.create(node, { next: { kind: 'accept', visit: 0 }, isBackward: false });
  return builder.isComplete ? start : undefined;
}

interface Target {
  next: PatternState;
  isBackward: boolean;
}

class StateBuilder {
  readonly #options: StateOptions;
  #count = 0;

  constructor(options: StateOptions) {
    this.#options = options;
  }

  get isComplete(): boolean {
    return this.#count <= this.#options.limit;
  }

  /** Creates the states of a node that lead to another state. */
  create(node: PatternNode, target: Target): PatternState {
    this.#count += 1;
    const { next, isBackward } = target;
    if (!this.isComplete) return next;
    switch (node.kind) {
      case 'character':
        return { kind: 'read', characters: getCharacterKind(node.source), next, visit: 0 };
      case 'sequence': {
        const items = isBackward ? node.items : node.items.toReversed();
        return items.reduce((after, item) => this.create(item, { next: after, isBackward }), next);
      }
      case 'choice':
        return this.#fork(node.options.map((option) => this.create(option, target)));
      case 'repetition':
        return this.#repeat(node, target);
      case 'reference':
        if (this.#options.purpose === 'scan') this.#count = Number.POSITIVE_INFINITY;
        return createRun({ source: '[^]', min: 0, max: Number.POSITIVE_INFINITY }, next);
      case 'edge':
        return { kind: 'edge', edge: node.edge, next, visit: 0 };
      case 'lookaround':
        return this.#look(node, next);
    }
  }

  #look({ item, isBehind, isNegated }: Lookaround, next: PatternState): PatternState {
    const isBackward = isBehind === (this.#options.purpose === 'backtrack');
    const start = this.create(item, { next: { kind: 'accept', visit: 0 }, isBackward });
    return { kind: 'lookaround', start, isBackward, isNegated, next, visit: 0 };
  }

  #fork(next: readonly PatternState[]): PatternState {
    this.#count += 1;
    return { kind: 'fork', next, visit: 0 };
  }

  #repeat({ item, min, max }: Repetition, { next, isBackward }: Target): PatternState {
    const { copies = 1 } = this.#options;
    if (item.kind === 'character' && max > copies) return createRun({ source: item.source, min, max }, next);
    let start = next;
    if (max === Number.POSITIVE_INFINITY) {
      const ways: PatternState[] = [];
      start = this.#fork(ways);
      ways.push(this.create(item, { next: start, isBackward }), next);
    }
    for (let count = min; count < max && max !== Number.POSITIVE_INFINITY && this.isComplete; count += 1)
      start = this.#fork([this.create(item, { next: start, isBackward }), next]);
    for (let count = 0; count < min && this.isComplete; count += 1)
      start = this.create(item, { next: start, isBackward });
    return start;
  }
}

function createRun(
  { source, min, max }: { source: string; min: number; max: number },
  next: PatternState,
): RunState {
  return { kind: 'run', characters: getCharacterKind(source), min, max, next, visit: 0 };
}
