import {
  createStates,
  type PatternNode,
  type PatternState,
  SCAN_OPTIONS,
} from '@keyframe/openapi-runtime/patterns';
import { listRepresentatives } from './representatives.ts';

interface Limits {
  /** Counts the states that a scan visits, instead of the ways to them. */
  isScan: boolean;
  /** The maximum count for one character, which bounds the time. */
  count: number;
  /** An analysis that takes more steps counts as one that found more. */
  steps: number;
}

const BACKTRACKING: Limits = { isScan: false, count: 100, steps: 50_000 };
const SCAN: Limits = { isScan: true, count: 400, steps: 500_000 };

const MAX_STATES = 20_000;

// Longer repetitions of one character count as endless.
const MAX_COPIES = 256;

// A reference reads any text.
const ANY_CHARACTER = '[^]';

/**
 * Reports whether a backtracking matcher takes linear time for each text: whether it can read no start of any text in more
 * than 100 ways. All sets of ways that some text leads to are visited, as in a determinization that counts. Conditions
 * count as fulfilled, so the result may be too careful and is never too careless.
 */
export function isLinear(node: PatternNode): boolean {
  const start = createStates(node, { limit: MAX_STATES, copies: MAX_COPIES, purpose: 'backtrack' });
  if (!start || listParts(node).some(isOpenLookbehind)) return false;
  const counter = new PathCounter(start, { ...readStart(node), limits: BACKTRACKING });
  return counter.count(listSets(node)) <= BACKTRACKING.count;
}

/**
 * Reports whether `linearPattern` can match an expression: without back references, and in few visits of states for each
 * character. An expression may have many states, such as a choice between hosts and addresses, unless a text leads to many
 * of them together, as nested counts do.
 */
export function isScannable(node: PatternNode): boolean {
  const start = createStates(node, SCAN_OPTIONS);
  if (!start) return false;
  if (createStates(node, { ...SCAN_OPTIONS, limit: SCAN.count })) return true;
  const sets = listSets(node);
  let visits = 0;
  let options = readStart(node);
  // Each lookaround is scanned on its own, from all positions.
  const automata = new Set([start]);
  for (const automaton of automata) {
    const counter = new PathCounter(automaton, { ...options, limits: SCAN });
    visits += counter.count(sets);
    if (visits > SCAN.count) return false;
    for (const condition of counter.listConditions()) automata.add(condition);
    options = { isAnchored: false, isCertain: false };
  }
  return true;
}

function readStart(node: PatternNode): Start {
  return { isAnchored: isAnchored(node), isCertain: !listParts(node).some(isCondition) };
}

function listSets(node: PatternNode): ReadonlySet<string>[] {
  const sources = listParts(node).map((atom) => (atom.kind === 'character' ? atom.source : ANY_CHARACTER));
  return listRepresentatives([...new Set(sources)]);
}

/** Lists a node and all parts of it. */
function listParts(node: PatternNode): PatternNode[] {
  return [node, ...listChildren(node).flatMap(listParts)];
}

function listChildren(node: PatternNode): readonly PatternNode[] {
  if (node.kind === 'sequence') return node.items;
  if (node.kind === 'choice') return node.options;
  return node.kind === 'repetition' || node.kind === 'lookaround' ? [node.item] : [];
}

// A lookbehind is read backward, each time from the position at which it is reached. Short ones read few characters.
function isOpenLookbehind(node: PatternNode): boolean {
  if (node.kind !== 'lookaround' || !node.isBehind) return false;
  return listParts(node.item).some(({ kind }) => /^(?:lookaround|reference|repetition)$/.test(kind));
}

function isCondition(node: PatternNode): boolean {
  if (node.kind === 'edge') return node.edge !== 'end';
  return node.kind === 'lookaround' || node.kind === 'reference';
}

function isAnchored(node: PatternNode): boolean {
  switch (node.kind) {
    case 'edge':
      return node.edge === 'start';
    case 'choice':
      return node.options.every(isAnchored);
    case 'repetition':
      return node.min > 0 && isAnchored(node.item);
    case 'sequence': {
      const first = node.items.find((item) => item.kind !== 'edge' || isAnchored(item));
      return first !== undefined && isAnchored(first);
    }
    default:
      return false;
  }
}

type ReadingState = Extract<PatternState, { kind: 'read' | 'run' }>;

/** The number of ways to each state that reads the next character; for a scan, one for each state. */
type Paths = ReadonlyMap<PatternState, number>;

interface Closure {
  paths: Paths;
  /** The number of ways that end here. */
  ends: number;
  isAccepted: boolean;
}

interface Start {
  /** Matches begin only where the text does. */
  isAnchored: boolean;
  /** No condition decides whether a match ends at a position. */
  isCertain: boolean;
}

/** The ways in which a matcher can read some text. */
interface Situation {
  paths: Paths;
  /** Some text was matched, so no further match is attempted. */
  isMatched: boolean;
}

class PathCounter {
  readonly #start: Closure;
  readonly #options: Start;
  readonly #limits: Limits;
  readonly #closures = new Map<PatternState, Closure>();
  readonly #ids = new Map<PatternState, number>();
  #steps = 0;

  constructor(start: PatternState, { limits, ...options }: Start & { limits: Limits }) {
    this.#options = options;
    this.#limits = limits;
    this.#start = this.#follow(start);
  }

  /** Follows texts of these kinds of characters to the largest count, until it is beyond the limits. */
  count(sets: readonly ReadonlySet<string>[]): number {
    let largest = 0;
    const visited = new Set<string>();
    const isMatched = this.#options.isCertain && this.#start.isAccepted;
    const open: Situation[] = [{ paths: this.#start.paths, isMatched }];
    for (let situation = open.pop(); situation; situation = open.pop()) {
      const key = this.#writeKey(situation);
      if (visited.has(key)) continue;
      visited.add(key);
      const following = sets.map((set) => this.#read(situation, set));
      largest = Math.max(largest, ...following.map(({ total }) => total));
      if (largest > this.#limits.count || this.#steps > this.#limits.steps) break;
      // The situation with the most ways is next: if their number grows without end, this finds out soon.
      open.push(...following.sort((left, right) => left.total - right.total));
    }
    return this.#steps <= this.#limits.steps ? largest : Number.POSITIVE_INFINITY;
  }

  /** Lists the automata of the lookarounds that a scan reached. */
  listConditions(): PatternState[] {
    const states = [...this.#closures.values()].flatMap(({ paths }) => [...paths.keys()]);
    return states.filter((state) => state.kind === 'lookaround').map((state) => state.start);
  }

  #read({ paths, isMatched }: Situation, accepted: ReadonlySet<string>): Situation & { total: number } {
    const next = new Map<PatternState, number>();
    const { isAnchored, isCertain } = this.#options;
    const { isScan } = this.#limits;
    const result = { paths: next, isMatched, total: 0 };
    const add = (closure: Closure, count: number) => {
      for (const [state, ways] of closure.paths)
        next.set(state, isScan ? 1 : (next.get(state) ?? 0) + ways * count);
      result.total += closure.ends * count;
      this.#steps += closure.paths.size + 1;
      if (isCertain && closure.isAccepted) result.isMatched = true;
    };
    for (const [state, count] of paths) {
      this.#steps += 1;
      if (!isReading(state) || !accepted.has(state.characters.source)) continue;
      add(this.#follow(state.next), count);
      if (state.kind === 'run') add({ paths: new Map([[state, 1]]), ends: 0, isAccepted: false }, count);
    }
    if (!isAnchored && !isMatched) add(this.#start, 1);
    for (const ways of next.values()) result.total += ways;
    return result;
  }

  /** Counts the ways from a state that read nothing. */
  #follow(start: PatternState): Closure {
    const existing = this.#closures.get(start);
    if (existing) return existing;
    const { isScan, steps } = this.#limits;
    const paths = new Map<PatternState, number>();
    const closure = { paths, ends: 0, isAccepted: false };
    const onWay = new Set<PatternState>();
    const open: Visit[] = [{ state: start, isMain: true }];
    for (let visit = open.pop(); visit && this.#steps <= steps; visit = open.pop()) {
      this.#steps += 1;
      const { state, isMain, isLeft } = visit;
      if (isLeft && !isScan) onWay.delete(state);
      // A round that reads nothing ends a repetition.
      if (isLeft || onWay.has(state)) continue;
      if (isScan || isReading(state)) paths.set(state, (paths.get(state) ?? 0) + 1);
      closure.ends += Number(isEnd(state));
      closure.isAccepted ||= isMain && state.kind === 'accept';
      onWay.add(state);
      open.push({ ...visit, isLeft: true }, ...listFollowing(visit));
    }
    this.#closures.set(start, closure);
    return closure;
  }

  #writeKey({ paths, isMatched }: Situation): string {
    const counts = Array.from(paths, ([state, count]) => {
      const id = this.#ids.get(state) ?? this.#ids.size;
      this.#ids.set(state, id);
      return `${id}:${count}`;
    });
    return `${counts.sort().join()} ${isMatched}`;
  }
}

/** A state on a way that reads nothing, or the end of what follows it. */
interface Visit {
  state: PatternState;
  /** The way is not that of a lookaround. */
  isMain: boolean;
  isLeft?: boolean;
}

function isEnd(state: PatternState): boolean {
  return state.kind === 'accept' || (state.kind === 'edge' && state.edge === 'end');
}

function isReading(state: PatternState): state is ReadingState {
  return state.kind === 'read' || state.kind === 'run';
}

function listFollowing({ state, isMain }: Visit): Visit[] {
  if (isEnd(state) || state.kind === 'read' || state.kind === 'accept') return [];
  if (state.kind === 'fork') return state.next.map((next) => ({ state: next, isMain }));
  if (state.kind === 'run' && state.min > 0) return [];
  const next = { state: state.next, isMain };
  if (state.kind !== 'lookaround' || state.isBackward) return [next];
  return [next, { state: state.start, isMain: false }];
}
