import type { JsonValue } from '../json.ts';
import { appendPointer } from '../pointer.ts';
import { type RepairName, repairText } from '../repair/repairs.ts';

/** Bounds the stack that recursive passes over a document need; deeper documents are rejected. */
export const MAX_DEPTH = 200;

/** A problem of a text at an offset in UTF-16 units; `pointer` is its location in the value. */
export interface ParseFinding {
  offset: number;
  pointer: string;
  message: string;
  repair: string;
  /** The rule that accepts it. */
  rule?: RepairName;
  /** The offset of the earlier member of a duplicate key. */
  earlier?: number;
}

/** The finding about a text without a value. */
export const EMPTY_FILE: ParseFinding = {
  offset: 0,
  pointer: '#',
  message: 'The file is empty.',
  repair: 'Use an OpenAPI document.',
};

/** The value of a text and its problems; null if the text cannot be read, or must not be processed further. */
export interface ParsedText {
  value: JsonValue;
  findings: ParseFinding[];
}

/** Maps a JSON pointer to the offset where what it points at begins: its name, where it has one. */
export type Offsets = Map<string, number>;

/** The current position of a parser in a value; pointers are written only on request. */
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

  /** Records the offset at which the current position begins. */
  recordStart(offset: number): void {
    this.#offsets?.set(this.#pointer(), this.#toWritten(offset));
  }

  report(offset: number, message: string, repair = 'Correct it.'): void {
    this.findings.push({ offset: this.#toWritten(offset), pointer: this.#pointer(), message, repair });
  }

  /** Reports that the current member has the name of an earlier one. */
  reportDuplicate(offset: number, earlier: number): void {
    this.findings.push({
      offset: this.#toWritten(offset),
      earlier: this.#toWritten(earlier),
      pointer: this.#pointer(),
      message: `Duplicate key ${JSON.stringify(this.tokens.at(-1))}`,
      repair: repairText('Remove one of the two; the last one counts.'),
      rule: 'duplicate-key',
    });
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
