import { listStates, type State } from './pattern-automaton.ts';

// Beyond this many pairs of states the answer would take too long; such an expression counts as dangerous.
const MOST_PAIRS = 250_000;

// Documents repeat a few patterns hundreds of times.
const known = new Map<string, boolean>();

/**
 * Reports whether a backtracking matcher can take time that doubles with each character: whether some state can be
 * reached from itself in two ways by the same text (Weber and Seidl, 1991). Assertions and back references are taken
 * as if they always held, so an answer may be too careful, and is never too careless.
 */
export function isExponential(source: string): boolean {
  const existing = known.get(source);
  if (existing !== undefined) return existing;
  const components = findComponents(listStates(source));
  const isDangerous = components.some((component) => isAmbiguous(component));
  known.set(source, isDangerous);
  return isDangerous;
}

// Strongly connected components (Tarjan), those that can be left and come back to: only there a way repeats.
function findComponents(states: readonly State[]): State[][] {
  const reach = new Map(states.map((state) => [state, findReachable(state)]));
  const seen = new Set<State>();
  return states.flatMap((state) => {
    if (seen.has(state) || !reach.get(state)?.has(state)) return [];
    const component = states.filter((other) => reach.get(state)?.has(other) && reach.get(other)?.has(state));
    for (const member of component) seen.add(member);
    return [component];
  });
}

function findReachable(start: State): Set<State> {
  const reached = new Set<State>();
  const open = [start];
  for (let state = open.pop(); state; state = open.pop()) {
    for (const next of state.next.keys()) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}

function isAmbiguous(component: readonly State[]): boolean {
  const members = new Set(component);
  const inside = (state: State) => [...state.next].filter(([next]) => members.has(next));
  if (component.some((state) => inside(state).some(([, ways]) => ways > 1))) return true;
  if (component.length ** 2 > MOST_PAIRS) return true;
  return component.some((start) => meetsAgain(start, inside));
}

/** The states of two walkers that read the same text, and whether they ever differed. */
interface Pair {
  one: State;
  other: State;
  parted: boolean;
}

// Two walkers start at one state and read the same text: can they part, and meet there again?
function meetsAgain(start: State, inside: (state: State) => [State, number][]): boolean {
  const walked = new Map<State, Map<State, boolean>>();
  const isNew = ({ one, other, parted }: Pair): boolean => {
    const row = walked.get(one) ?? new Map<State, boolean>();
    const before = row.get(other);
    if (before === true || before === parted) return false;
    walked.set(one, row.set(other, parted));
    return true;
  };
  const listSteps = (pair: Pair): Pair[] =>
    inside(pair.one).flatMap(([one]) =>
      inside(pair.other)
        .filter(([other]) => one === other || shareCharacter(one, other))
        .map(([other]) => ({ one, other, parted: pair.parted || one !== other })),
    );
  const open: Pair[] = [{ one: start, other: start, parted: false }];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const steps = listSteps(pair);
    if (steps.some(({ one, other, parted }) => parted && one === start && other === start)) return true;
    open.push(...steps.filter(isNew));
  }
  return false;
}

function shareCharacter({ reads: one }: State, { reads: other }: State): boolean {
  for (const character of one) if (other.has(character)) return true;
  return false;
}
