// Compares patterns as sets of texts, by automata.
import {
  type Element as AstElement,
  CharSet,
  DFA,
  JS,
  NFA,
  type NoParent,
  Transformers,
  transform,
} from 'refa';

/** A text that only one side accepts, for each side that has one. */
export interface PatternDifference {
  onlyBefore: string | undefined;
  onlyAfter: string | undefined;
}

// Automata grow exponentially with some patterns.
const MAX_NODES = 10_000;

/**
 * Finds texts that match all patterns of one side and not all of the other. Returns undefined if the patterns are no
 * regular expressions in the strict sense (lookaheads, back references) or their automata become too large.
 */
export function comparePatterns(
  before: readonly string[],
  after: readonly string[],
): PatternDifference | undefined {
  try {
    const [old, current] = [createAutomaton(before), createAutomaton(after)];
    return { onlyBefore: findDifference(old, current), onlyAfter: findDifference(current, old) };
  } catch {
    return undefined;
  }
}

type Element = NoParent<AstElement>;

const limitNodes = () => new NFA.LimitedNodeFactory(MAX_NODES);

function createAutomaton(patterns: readonly string[]): NFA {
  const [first = NFA.all({ maxCharacter: 0x10_ffff }), ...automata] = patterns.map(parsePattern);
  return automata.reduce((common, automaton) => NFA.fromIntersection(common, automaton, limitNodes()), first);
}

function parsePattern(source: string): NFA {
  const parser = JS.Parser.fromLiteral({ source, flags: 'u' });
  const { expression, maxCharacter } = parser.parse({ backreferences: 'throw', maxNodes: MAX_NODES });
  const alternatives = expression.alternatives.map((alternative) => ({
    ...alternative,
    elements: coverText(alternative.elements, repeatAny(maxCharacter)),
  }));
  const whole = transform(Transformers.applyAssertions(), { ...expression, alternatives });
  return NFA.fromRegex(whole, { maxCharacter }, {}, limitNodes());
}

/** Makes an alternative match a whole text: a pattern matches a part of it where it has no `^` or no `$`. */
function coverText(elements: readonly Element[], any: Element): Element[] {
  const start = elements.findIndex((element) => !isEdge(element, 'behind'));
  const end = elements.findLastIndex((element) => !isEdge(element, 'ahead'));
  const core = start === -1 ? [] : elements.slice(start, Math.max(start, end + 1));
  const isOpen = (kind: 'ahead' | 'behind') => !elements.some((element) => isEdge(element, kind));
  return [...(isOpen('behind') ? [any] : []), ...core, ...(isOpen('ahead') ? [any] : [])];
}

/** Reports whether an element is `^` or `$`: no character is before it or after it. */
function isEdge(element: Element, kind: 'ahead' | 'behind'): boolean {
  if (element.type !== 'Assertion' || element.kind !== kind || !element.negate) return false;
  const [alternative] = element.alternatives;
  const [character] = alternative?.elements ?? [];
  const isOne = element.alternatives.length === 1 && alternative?.elements.length === 1;
  return isOne && character?.type === 'CharacterClass' && character.characters.isAll;
}

function repeatAny(maxCharacter: number): Element {
  const any: Element = { type: 'CharacterClass', characters: CharSet.all(maxCharacter) };
  return {
    type: 'Quantifier',
    min: 0,
    max: Number.POSITIVE_INFINITY,
    lazy: false,
    alternatives: [{ type: 'Concatenation', elements: [any] }],
  };
}

/** Finds a shortest text of the first automaton that the second does not accept. */
function findDifference(first: NFA, second: NFA): string | undefined {
  const complement = DFA.fromFA(second, new DFA.LimitedNodeFactory(MAX_NODES));
  complement.complement(new DFA.LimitedNodeFactory(MAX_NODES));
  const [word] = NFA.fromIntersection(first, complement, limitNodes()).words();
  return word && String.fromCodePoint(...word);
}
