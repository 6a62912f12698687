// Rewrites single characters and escapes of a regular expression to those that the u flag accepts.

/** A rewritten pattern, and what was found in it. */
export interface Rewritten {
  text: string;
  /** Needless and missing backslashes. */
  escapes: string[];
  /** Syntax of other dialects. */
  dialect: string[];
  /** Why there is no certain meaning. */
  invalid: string[];
}

// Anchors of the whole text; Perl and Ruby, unlike Python, let \Z match before a last line break.
const ANCHORS: Readonly<Record<string, string>> = { '\\A': '^', '\\Z': '$', '\\z': '$' };
const LINE_ANCHORS: Readonly<Record<string, string>> = { '^': '(?<![^])', $: '(?![^])' };

const ESCAPE =
  /\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[pP]\{[^{}]*\}|[pP][A-Z]|k<[^<>]*>|[\s\S])/uy;
const QUANTIFIER = /\{\d+(?:,\d*)?\}/y;
const NEARLY_QUANTIFIER = /\{[\d\s,.-]*\d[\d\s,.-]*\}/y;
const GROUP_NAME = /\(\?P(?=<)/y;
const SYNTAX = new Set('^$\\.*+?()[]{}|/');
const SETS = /^\\[dDwWsSpP]/;

/** Rewrites the atoms of a pattern; where `^` and `$` are about lines, anchors of the whole text are written by lookaround. */
export function rewriteAtoms(source: string, { isMultiline = false } = {}): Rewritten {
  const rewriting = new Rewriting(source, isMultiline);
  rewriting.run();
  return rewriting;
}

class Rewriting implements Rewritten {
  text = '';
  readonly escapes: string[] = [];
  readonly dialect: string[] = [];
  readonly invalid: string[] = [];
  readonly #source: string;
  readonly #isMultiline: boolean;
  #index = 0;
  #isInClass = false;
  // Whether the last element of the class is a set, such as \w, which cannot begin or end a range.
  #isAfterSet = false;

  constructor(source: string, isMultiline: boolean) {
    this.#source = source;
    this.#isMultiline = isMultiline;
  }

  run(): void {
    while (this.#index < this.#source.length) {
      if (this.#source[this.#index] === '\\') this.#escape();
      else if (this.#isInClass) this.#inClass();
      else this.#outside();
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#index;
    return pattern.exec(this.#source)?.[0];
  }

  #write(read: string, replacement = read): void {
    this.#index += read.length;
    this.text += replacement;
  }

  #escape(): void {
    const read = this.#match(ESCAPE) ?? '\\';
    const isSet = SETS.test(read);
    this.#write(read, this.#readEscape(read));
    this.#isAfterSet = this.#isInClass && isSet;
  }

  #readEscape(read: string): string {
    const character = read.slice(1);
    const isKept = read.length > 2 || /[\dbBcdDfknpPrsStuvwWx]/.test(character) || SYNTAX.has(character);
    if (/^\\[pP][A-Z]$/.test(read)) {
      this.dialect.push(read);
      return `${read.slice(0, 2)}{${read.slice(2)}}`;
    }
    const anchor = this.#isInClass ? undefined : ANCHORS[read];
    if (anchor !== undefined) {
      (read === '\\Z' ? this.dialect : this.escapes).push(read);
      return this.#isMultiline ? (LINE_ANCHORS[anchor] ?? anchor) : anchor;
    }
    if (isKept || (this.#isInClass && character === '-')) return read;
    if (/^[A-Za-z]?$/.test(character)) this.invalid.push(`${read} is not an escape`);
    else this.escapes.push(read);
    return character;
  }

  #inClass(): void {
    const character = this.#match(/[\s\S]/uy) ?? '';
    const next = this.#source.slice(this.#index + 1);
    const isLiteral =
      character === '-' &&
      !next.startsWith(']') &&
      (this.#isAfterSet || (SETS.test(next) && !this.#isFirst()));
    if (isLiteral) this.escapes.push('-');
    this.#isInClass = character !== ']';
    this.#isAfterSet = false;
    this.#write(character, isLiteral ? '\\-' : character);
  }

  #isFirst(): boolean {
    return /(?<!\\)\[\^?$/.test(this.#source.slice(0, this.#index));
  }

  #outside(): void {
    const character = this.#match(/[\s\S]/uy) ?? '';
    if (character === '[') this.#isInClass = true;
    const name = this.#match(GROUP_NAME);
    const quantifier = this.#match(QUANTIFIER);
    const wrong = quantifier === undefined ? this.#match(NEARLY_QUANTIFIER) : undefined;
    if (name !== undefined) {
      this.dialect.push('(?P<…>)');
      this.#write(name, '(?');
    } else if (quantifier !== undefined) this.#write(quantifier);
    else if (/[{}\]]/.test(character)) {
      if (wrong !== undefined) this.invalid.push(`${wrong} is not a quantifier`);
      this.escapes.push(character);
      this.#write(character, `\\${character}`);
    } else this.#write(character);
  }
}
