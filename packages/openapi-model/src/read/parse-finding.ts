import type { JsonValue } from '../json.ts';
import { appendPointer } from '../pointer.ts';

/** Bounds what recursive passes over a document need of the stack; deeper ones are refused. */
export const MAX_DEPTH = 200;

/** Tells what is wrong with a text at an offset in UTF-16 units; `pointer` is the place in its value. */
export interface ParseFinding {
  offset: number;
  pointer: string;
  message: string;
  repair: string;
}

/** The value of a text, and what is wrong with it; null where the text can't be read, or is not to be gone through. */
export interface ParsedText {
  value: JsonValue;
  findings: ParseFinding[];
}

/** Maps a JSON pointer to the offset where what it points at begins: its name, where it has one. */
export type Offsets = Map<string, number>;

/** Knows where in a value the parser is; pointers are written only where they are asked for. */
export class ParsePath {
  readonly findings: ParseFinding[] = [];
  readonly tokens: (string | number)[] = [];
  /** Whether the value is too large, or nested too deeply, to be gone through. */
  isBeyondBounds = false;
  readonly #offsets: Offsets | undefined;
  readonly #toWritten: (offset: number) => number;

  /** `toWritten` converts the offsets that are reported to those of the text as it was written. */
  constructor(offsets: Offsets | undefined, toWritten = (offset: number) => offset) {
    this.#offsets = offsets;
    this.#toWritten = toWritten;
  }

  /** Notes where the present place begins. */
  place(offset: number): void {
    this.#offsets?.set(this.#pointer(), this.#toWritten(offset));
  }

  report(offset: number, message: string, repair = 'Correct it.'): void {
    this.findings.push({ offset: this.#toWritten(offset), pointer: this.#pointer(), message, repair });
  }

  /** Reports that the present place is named as one before it. */
  reportDuplicate(offset: number): void {
    const name = JSON.stringify(this.tokens.at(-1));
    this.report(offset, `Duplicate key ${name}.`, 'Remove one of the two.');
  }

  reportDepth(offset: number): void {
    this.isBeyondBounds = true;
    const message = `The document is nested deeper than ${MAX_DEPTH} levels.`;
    this.report(offset, message, 'Move inner parts to components and refer to them.');
  }

  #pointer(): string {
    return appendPointer('#', ...this.tokens);
  }
}
