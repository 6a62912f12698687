// Builds the automaton of a regular expression as a backtracking matcher walks it: every way through it that reads a
// character is kept, also where two of them lead to the same state.
import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** A position in the expression that reads one character, and the positions that may read the next one. */
export interface State {
  reads: ReadonlySet<string>;
  /** How many ways lead on to a state without reading anything; more than one says no more than two. */
  next: Map<State, number>;
}

/** A part of an expression: where it starts and ends, and in how many ways it reads nothing. */
interface Fragment {
  first: Map<State, number>;
  last: Map<State, number>;
  empty: number;
}

// From here on a repetition counts as one without end.
const MANY = 10;

const READING = new Set(['Character', 'CharacterClass', 'CharacterSet', 'ExpressionCharacterClass']);
const NOTHING: Fragment = { first: new Map(), last: new Map(), empty: 1 };
const REPRESENTATIVES = [
  ...'\u00A0\u00E9\u00DF\u0130\u03C3\u0436\u05D0\u0628\u0660\u0915\u2028\u3042\u4E2D\u{1D4B3}\u{1F600}',
];

/** Lists the states of a regular expression that JavaScript reads with the u flag. */
export function listStates(source: string): State[] {
  const pattern = new RegExpParser({ ecmaVersion: 2024 }).parsePattern(source, 0, source.length, {
    unicode: true,
  });
  const builder = new Builder(findAlphabet(source));
  builder.alternatives(pattern.alternatives);
  return builder.states;
}

// Characters that distinguish the sets of the expression: all of ASCII, those it names and their neighbors.
function findAlphabet(source: string): string[] {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  const named = [...source].flatMap((character) => {
    const code = character.codePointAt(0) ?? 0;
    return [code - 1, code, code + 1].filter((one) => one >= 0 && one <= 0x10ffff);
  });
  return [...new Set([...ascii, ...named.map((code) => String.fromCodePoint(code)), ...REPRESENTATIVES])];
}

class Builder {
  readonly states: State[] = [];
  readonly #alphabet: readonly string[];
  readonly #sets = new Map<string, ReadonlySet<string>>();

  constructor(alphabet: readonly string[]) {
    this.#alphabet = alphabet;
  }

  alternatives(alternatives: readonly AST.Alternative[]): Fragment {
    const parts = alternatives.map(({ elements }) =>
      elements.map((element, index) => this.#element(element, elements[index - 1])).reduce(follow, NOTHING),
    );
    return parts.reduce((one, other) => ({
      first: merge(one.first, other.first),
      last: merge(one.last, other.last),
      empty: Math.min(one.empty + other.empty, 2),
    }));
  }

  #element(element: AST.Element, before?: AST.Element): Fragment {
    switch (element.type) {
      case 'Group':
      case 'CapturingGroup':
        return this.alternatives(element.alternatives);
      case 'Quantifier':
        return this.#repeated(element);
      case 'Character':
      case 'CharacterClass':
      case 'CharacterSet':
      case 'ExpressionCharacterClass':
        return this.#reading(element.raw, listRefusedElements(before));
      case 'Assertion':
        // The lookaround is walked separately; the path continues at its start.
        if (element.kind === 'lookahead' || element.kind === 'lookbehind') {
          this.alternatives(element.alternatives);
        }
        return NOTHING;
      default:
        return NOTHING;
    }
  }

  #reading(raw: string, refused: readonly string[]): Fragment {
    const sets = refused.map((one) => this.#readSet(one));
    const reads = new Set(
      [...this.#readSet(raw)].filter((character) => !sets.some((set) => set.has(character))),
    );
    const state: State = { reads, next: new Map() };
    this.states.push(state);
    return { first: new Map([[state, 1]]), last: new Map([[state, 1]]), empty: 0 };
  }

  #readSet(raw: string): ReadonlySet<string> {
    const existing = this.#sets.get(raw);
    if (existing) return existing;
    const test = new RegExp(`^(?:${raw})$`, 'su');
    const set = new Set(this.#alphabet.filter((character) => test.test(character)));
    this.#sets.set(raw, set);
    return set;
  }

  #repeated({ element, min, max }: AST.Quantifier): Fragment {
    const copies = Array.from({ length: Math.min(min, 2) }, () => this.#element(element));
    const rest = max - min;
    if (rest > 0) {
      const part = this.#element(element);
      // A round that reads nothing ends the repetition, so it is no further way.
      if (rest >= MANY) connect(part.last, part.first, 1);
      copies.push({ ...part, empty: 1 });
    }
    return copies.reduce(follow, NOTHING);
  }
}

/** Reports whether an element always reads exactly one character. */
export function isReading(element: AST.Element | undefined): element is AST.Element {
  return READING.has(element?.type ?? '');
}

// `(?!a|b)` before a character lets it be neither.
function listRefusedElements(element: AST.Element | undefined): string[] {
  if (element?.type !== 'Assertion' || element.kind !== 'lookahead' || !element.negate) return [];
  return element.alternatives.flatMap(({ elements: [only, ...others] }) =>
    others.length === 0 && isReading(only) ? [only.raw] : [],
  );
}

function follow(one: Fragment, other: Fragment): Fragment {
  connect(one.last, other.first, 1);
  return {
    first: merge(one.first, other.first, one.empty),
    last: merge(other.last, one.last, other.empty),
    empty: Math.min(one.empty * other.empty, 2),
  };
}

function connect(from: ReadonlyMap<State, number>, to: ReadonlyMap<State, number>, ways: number): void {
  for (const [state, out] of from) {
    for (const [target, into] of to) {
      state.next.set(target, Math.min((state.next.get(target) ?? 0) + out * into * ways, 2));
    }
  }
}

function merge(
  one: ReadonlyMap<State, number>,
  other: ReadonlyMap<State, number>,
  ways = 1,
): Map<State, number> {
  const merged = new Map(one);
  if (ways === 0) return merged;
  for (const [state, count] of other) {
    merged.set(state, Math.min((merged.get(state) ?? 0) + count * ways, 2));
  }
  return merged;
}
