// Makes texts that a regular expression probably matches, by walking it. The text of a lookahead is written over the
// text after it. Other lookarounds and word boundaries are left to chance: whether a text is valid is for the validators
// to say.
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { getCharacterKind } from '@keyframe/openapi-runtime/patterns';
import { pick, type Random } from './random.ts';

// More than this of what may repeat without end finds no more mistakes.
const MOST_MORE = 3;
const MOST_REPEATS = 1_000;
const LETTERS = [...'aZ09_- .,:/@x\u00e9\u0416\u3042\u{1F600}'];
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

/** How a text is made. */
interface TextOptions {
  /** The letters that it is made of where the pattern allows them. */
  letters?: readonly string[];
  /** The length that it should have, in characters. */
  least?: number;
}

/** Makes a text for a pattern; an empty one where it is no regular expression. */
export function textOfPattern(pattern: string, random: Random, options: TextOptions = {}): string {
  const alternatives = parsed.get(pattern) ?? parseAlternatives(pattern);
  parsed.set(pattern, alternatives);
  return new PatternText(random, options).writeAny(alternatives);
}

// Texts are made by the thousand for the few patterns of a document.
const parsed = new Map<string, readonly AST.Alternative[]>();

function parseAlternatives(pattern: string): readonly AST.Alternative[] {
  try {
    const parser = new RegExpParser({ ecmaVersion: 2024 });
    return parser.parsePattern(pattern, 0, pattern.length, { unicode: true }).alternatives;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [];
  }
}

class PatternText {
  readonly #random: Random;
  readonly #letters: readonly string[];
  readonly #captured = new Map<AST.CapturingGroup, string>();
  #mostMore: number;

  constructor(random: Random, { letters = LETTERS, least = 0 }: TextOptions) {
    this.#random = random;
    this.#letters = letters;
    this.#mostMore = Math.max(MOST_MORE, Math.min(2 * least, MOST_REPEATS));
  }

  writeAny(alternatives: readonly AST.Alternative[]): string {
    const { elements = [] } = pick(alternatives, this.#random) ?? {};
    const characters: string[] = [];
    const required: string[] = [];
    let start = 0;
    for (const element of elements) {
      if (isLookahead(element)) {
        if (required.length === 0) start = characters.length;
        required.push(...this.#writeShortest(element));
      } else for (const character of this.#writeElement(element)) characters.push(character);
    }
    characters.splice(start, required.length, ...required);
    return characters.join('');
  }

  // Optional parts only precede the required ones, such as `.*` in `(?=.*[A-Z])`.
  #writeShortest({ alternatives }: AST.LookaheadAssertion): string {
    return this.#withRepeats(0, () => this.writeAny(alternatives));
  }

  #withRepeats(limit: number, write: () => string): string {
    const before = this.#mostMore;
    this.#mostMore = Math.min(before, limit);
    const text = write();
    this.#mostMore = before;
    return text;
  }

  #writeElement(element: AST.Element): string {
    switch (element.type) {
      case 'Character':
        return String.fromCodePoint(element.value);
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        return this.#writeCharacter(element);
      case 'Group':
        return this.writeAny(element.alternatives);
      case 'CapturingGroup': {
        const text = this.writeAny(element.alternatives);
        this.#captured.set(element, text);
        return text;
      }
      case 'Quantifier':
        return this.#repeated(element);
      case 'Backreference':
        return this.#captured.get([element.resolved].flat()[0] as AST.CapturingGroup) ?? '';
      default:
        return '';
    }
  }

  #repeated({ min, max, element }: AST.Quantifier): string {
    const times = min + Math.floor(this.#random() * (Math.min(max - min, this.#mostMore) + 1));
    // Repetitions in repetitions would multiply.
    const write = () => Array.from({ length: times }, () => this.#writeElement(element)).join('');
    return this.#withRepeats(MOST_MORE, write);
  }

  #writeCharacter(element: AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass): string {
    const kind = getCharacterKind(element.raw);
    const fitting = (characters: readonly string[]) => characters.filter(kind.has);
    const usual = fitting(this.#letters);
    const candidates = usual.length > 0 ? usual : fitting([...ASCII, ...listNamed(element)]);
    return pick(candidates, this.#random) ?? '';
  }
}

function isLookahead(element: AST.Element): element is AST.LookaheadAssertion {
  return element.type === 'Assertion' && element.kind === 'lookahead' && !element.negate;
}

function listNamed(element: AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass): string[] {
  if (element.type !== 'CharacterClass') return [];
  return element.elements.flatMap((member) => {
    if (member.type === 'Character') return [String.fromCodePoint(member.value)];
    return member.type === 'CharacterClassRange'
      ? [member.min, member.max].map(({ value }) => String.fromCodePoint(value))
      : [];
  });
}
