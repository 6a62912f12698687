// Follows all ways through an automaton at once, so that each state is visited at most once for each character.
import { getCharacterKind } from './character-kind.ts';
import type { Edge } from './parse-pattern.ts';
import type { LookaroundState, PatternState, RunState } from './pattern-states.ts';

/** The positions at which matches end, and the number of states that were visited. */
export interface Scan {
  ends: ReadonlySet<number>;
  steps: number;
}

export interface ScanOptions {
  /** Reads the text from its end. */
  isBackward: boolean;
  /** Ends with the first match. */
  isFirstEnough?: boolean;
}

/** Finds matches that begin at any position of a text, a list of characters. */
export function scanText(
  start: PatternState,
  text: readonly string[],
  { isBackward, isFirstEnough = false }: ScanOptions,
): Scan {
  const ends = new Set<number>();
  const conditions = new Conditions(text);
  const threads = new Threads(conditions);
  for (let count = 0; count <= text.length; count += 1) {
    const position = isBackward ? text.length - count : count;
    if (threads.settle(start, { count, position })) ends.add(position);
    if (isFirstEnough && ends.size > 0) break;
    const character = text[isBackward ? position - 1 : position];
    if (character !== undefined) threads.read(character, count);
  }
  return { ends, steps: threads.steps + conditions.steps };
}

type ReadingState = Extract<PatternState, { kind: 'read' | 'run' }>;

/** The counts of characters read at which a run was entered: those from `first` on are not finished. */
interface Entries {
  counts: number[];
  first: number;
}

// Long texts enter a run more often than it counts.
const MAX_FINISHED = 1_000;

// Rounds of all scans are numbered, so that a state never has the number of a later round.
let rounds = 0;

/** The states that can be reached at one position of a text. */
class Threads {
  steps = 0;
  #open: PatternState[] = [];
  #reading: ReadingState[] = [];
  readonly #entries = new Map<RunState, Entries>();
  readonly #conditions: Conditions;

  constructor(conditions: Conditions) {
    this.#conditions = conditions;
  }

  /** Starts at a position, and follows the states that read nothing; returns whether a match ends here. */
  settle(start: PatternState, at: { count: number; position: number }): boolean {
    rounds += 1;
    const round = rounds;
    let isMatch = false;
    this.#open.push(start);
    for (let state = this.#open.pop(); state; state = this.#open.pop()) {
      if (state.visit === round) continue;
      state.visit = round;
      this.steps += 1;
      if (state.kind === 'accept') isMatch = true;
      else this.#follow(state, at);
    }
    return isMatch;
  }

  #follow(
    state: Exclude<PatternState, { kind: 'accept' }>,
    { count, position }: { count: number; position: number },
  ): void {
    if (state.kind === 'read') this.#reading.push(state);
    else if (state.kind === 'run') this.#enterRun(state, count);
    else if (state.kind === 'fork') for (const next of state.next) this.#open.push(next);
    else if (this.#conditions.hold(state, position)) this.#open.push(state.next);
  }

  /** Reads the character after `count` others. */
  read(character: string, count: number): void {
    const before = this.#reading;
    this.#reading = [];
    for (const state of before) {
      this.steps += 1;
      const isAccepted = state.characters.has(character);
      if (state.kind === 'run') this.#continueRun(state, count + 1, isAccepted);
      else if (isAccepted) this.#open.push(state.next);
    }
  }

  #enterRun(state: RunState, count: number): void {
    const entries = this.#entries.get(state) ?? { counts: [], first: 0 };
    this.#entries.set(state, entries);
    const isNew = entries.first === entries.counts.length;
    if (isNew) this.#reading.push(state);
    // Without a maximum, the earliest entry allows all that later ones do.
    if (isNew || state.max !== Number.POSITIVE_INFINITY) entries.counts.push(count);
    if (state.min === 0) this.#open.push(state.next);
  }

  #continueRun(state: RunState, count: number, isAccepted: boolean): void {
    const entries = this.#entries.get(state);
    const earliest = entries?.counts[entries.first];
    if (!entries || earliest === undefined) return;
    if (!isAccepted) {
      entries.first = entries.counts.length;
      return;
    }
    if (count - earliest >= state.min) this.#open.push(state.next);
    if (count - earliest >= state.max) entries.first += 1;
    if (entries.first > MAX_FINISHED) {
      entries.counts.splice(0, entries.first);
      entries.first = 0;
    }
    if (entries.first < entries.counts.length) this.#reading.push(state);
  }
}

type Condition = LookaroundState | Extract<PatternState, { kind: 'edge' }>;

/** Decides where the conditions of an expression hold in a text. */
class Conditions {
  steps = 0;
  readonly #text: readonly string[];
  readonly #ends = new Map<LookaroundState, ReadonlySet<number>>();

  constructor(text: readonly string[]) {
    this.#text = text;
  }

  hold(state: Condition, position: number): boolean {
    if (state.kind === 'edge') return this.#isAtEdge(state.edge, position);
    return this.#findEnds(state).has(position) !== state.isNegated;
  }

  #isAtEdge(edge: Edge, position: number): boolean {
    if (edge === 'start') return position === 0;
    if (edge === 'end') return position === this.#text.length;
    const isBoundary = isWord(this.#text[position - 1]) !== isWord(this.#text[position]);
    return isBoundary === (edge === 'boundary');
  }

  #findEnds(state: LookaroundState): ReadonlySet<number> {
    const existing = this.#ends.get(state);
    if (existing) return existing;
    const { ends, steps } = scanText(state.start, this.#text, state);
    this.steps += steps;
    this.#ends.set(state, ends);
    return ends;
  }
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && getCharacterKind('\\w').has(character);
}
