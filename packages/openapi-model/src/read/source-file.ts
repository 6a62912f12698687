import type { JsonValue } from '../json.ts';
import type { Location, Problem } from '../problem.ts';
import type { Offsets, ParseFinding } from './parse-finding.ts';
import { parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';

// Bounds the excerpt of a line that contains a whole document.
const MAX_EXCERPT_LENGTH = 120;
const MAX_EXCERPT_BEFORE = 60;

/** A file of a document: its value, the position of each part, and the problems of its text. */
export class SourceFile {
  /** The name of the file in messages. */
  readonly name: string;
  readonly value: JsonValue;
  readonly problems: readonly Problem[];
  readonly #text: string;
  #lineStarts: number[] | undefined;
  #offsets: Offsets | undefined;

  constructor(name: string, bytes: Uint8Array) {
    this.name = name;
    const { text, misfit } = decode(bytes);
    this.#text = text;
    const { value, findings } = misfit ? { value: null, findings: [misfit] } : parse(name, text);
    this.value = value;
    this.problems = findings.map(({ offset, earlier, message, ...finding }) => {
      const position = this.#findPosition(offset);
      const lines =
        earlier === undefined ? '' : ` in lines ${this.#findPosition(earlier).line} and ${position.line}.`;
      return { ...finding, message: message + lines, file: name, ...position };
    });
  }

  /** Finds the position of a pointer, or of its nearest existing parent. */
  locate(pointer: string): Location {
    this.#offsets ??= findOffsets(this.name, this.#text);
    let ancestor = pointer;
    while (ancestor !== '#' && !this.#offsets.has(ancestor))
      ancestor = ancestor.slice(0, ancestor.lastIndexOf('/'));
    return { file: this.name, pointer, ...this.#findPosition(this.#offsets.get(ancestor) ?? 0) };
  }

  #findPosition(offset: number): { line: number; column: number; excerpt: string } {
    this.#lineStarts ??= findLineStarts(this.#text);
    let low = 0;
    let high = this.#lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    const start = this.#lineStarts[low] ?? 0;
    return { line: low + 1, column: offset - start + 1, excerpt: createExcerpt(this.#text, start, offset) };
  }
}

function createExcerpt(text: string, lineStart: number, offset: number): string {
  const from = Math.max(lineStart, offset - MAX_EXCERPT_BEFORE);
  const [line = ''] = text.slice(from, from + MAX_EXCERPT_LENGTH).split(/[\n\r]/, 1);
  const caret = `${' '.repeat(offset - from)}^`;
  // A control character would be shown as something else, or be obeyed by the terminal.
  return `${line.replaceAll(/\p{Cc}/gu, ' ')}\n${caret}`;
}

function parse(name: string, text: string, offsets?: Offsets) {
  return name.endsWith('.json') ? parseJson(text, offsets) : parseYaml(text, offsets);
}

function findOffsets(name: string, text: string): Offsets {
  const offsets: Offsets = new Map();
  parse(name, text, offsets);
  return offsets;
}

// A byte order mark is dropped. NUL is in the first bytes of every UTF-16 or UTF-32 text that starts as JSON or YAML.
function decode(bytes: Uint8Array) {
  const text = new TextDecoder().decode(bytes);
  const isWide = bytes.subarray(0, 4).some((byte) => byte === 0 || byte >= 0xfe);
  const offset = isWide ? 0 : text.indexOf('\uFFFD');
  if (offset < 0 || (!isWide && isUtf8(bytes))) return { text, misfit: undefined };
  // No text in UTF-8 or Latin-1 has a NUL.
  const message =
    bytes.includes(0) || isWide
      ? 'The file must be UTF-8 (it looks like UTF-16, UTF-32 or binary).'
      : 'Invalid UTF-8.';
  const misfit: ParseFinding = { offset, pointer: '#', message, repair: 'Save it as UTF-8.' };
  return { text, misfit };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|[\n\r]/g)) starts.push(index + end.length);
  return starts;
}
