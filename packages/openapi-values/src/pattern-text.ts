// Makes texts that a regular expression probably matches, by walking it. Lookarounds and word boundaries are left to
// chance: whether a text is valid is for the validators to say.
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { pick, type Random } from './random.ts';

// More than this of what may repeat without end finds no more mistakes.
const MOST_MORE = 3;
const LETTERS = [...'aZ09_- .,:/@x\u00e9\u0416\u3042\u{1F600}'];
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

/** Makes a text for a pattern, of the given letters where it allows them; an empty one where it is no regular expression. */
export function textOfPattern(pattern: string, random: Random, letters: readonly string[] = LETTERS): string {
  const alternatives = parsed.get(pattern) ?? parseAlternatives(pattern);
  parsed.set(pattern, alternatives);
  return new PatternText(random, letters).writeAny(alternatives);
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

  constructor(random: Random, letters: readonly string[]) {
    this.#random = random;
    this.#letters = letters;
  }

  writeAny(alternatives: readonly AST.Alternative[]): string {
    const { elements = [] } = pick(alternatives, this.#random) ?? {};
    return elements.map((element) => this.#writeElement(element)).join('');
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
    const more = Math.min(max - min, MOST_MORE);
    const times = min + Math.floor(this.#random() * (more + 1));
    return Array.from({ length: times }, () => this.#writeElement(element)).join('');
  }

  #writeCharacter(element: AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass): string {
    const set = new RegExp(`^${element.raw}$`, 'u');
    const fitting = (characters: readonly string[]) => characters.filter((one) => set.test(one));
    const usual = fitting(this.#letters);
    const found = usual.length > 0 ? usual : fitting([...ASCII, ...listNamed(element)]);
    return pick(found, this.#random) ?? '';
  }
}

function listNamed(element: AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass): string[] {
  if (element.type !== 'CharacterClass') return [];
  return element.elements.flatMap((one) => {
    if (one.type === 'Character') return [String.fromCodePoint(one.value)];
    return one.type === 'CharacterClassRange'
      ? [one.min, one.max].map(({ value }) => String.fromCodePoint(value))
      : [];
  });
}
