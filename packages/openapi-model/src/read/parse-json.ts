// A second pass over a JSON text, because JSON.parse reports neither the position of members nor duplicate names.
import type { JsonValue } from '../json.ts';
import {
  EMPTY_FILE,
  MAX_DEPTH,
  type Offsets,
  type ParsedText,
  type ParseFinding,
  ParsePath,
} from './parse-finding.ts';

/** Parses a JSON text; duplicate names and nesting beyond `MAX_DEPTH` are findings. */
export function parseJson(text: string, offsets?: Offsets): ParsedText {
  try {
    const value: JsonValue = JSON.parse(text);
    const scan = new JsonScan(text, offsets);
    const findings = scan.run();
    return { value: scan.isBeyondBounds ? null : value, findings };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const finding = text.trim() === '' ? EMPTY_FILE : syntaxFinding(error.message, text);
    return { value: null, findings: [finding] };
  }
}

// V8 reports the position only in the message, and no position if the text ends too early.
function syntaxFinding(message: string, text: string): ParseFinding {
  const position = /at position (\d+)/.exec(message)?.[1];
  const reason = message
    .replace(/(?: in JSON)? at position.*$/s, '')
    .replace(/, (?:\.\.\.)?".*" is not valid JSON$/s, '');
  return {
    offset: position === undefined ? text.length : Number(position),
    pointer: '#',
    message: `Invalid JSON: ${reason}.`,
    repair: 'Correct it.',
  };
}

interface Frame {
  /** The offsets of the names so far; undefined in a list. */
  names: Map<string, number> | undefined;
  index: number;
  /** A name, or the next item, is expected. */
  atStart: boolean;
}

// Scans a text that JSON.parse has accepted, so that it need not look for mistakes of syntax.
class JsonScan {
  readonly #text: string;
  readonly #path: ParsePath;
  readonly #frames: Frame[] = [];

  constructor(text: string, offsets: Offsets | undefined) {
    this.#text = text;
    this.#path = new ParsePath(offsets);
  }

  get isBeyondBounds(): boolean {
    return this.#path.isBeyondBounds;
  }

  run(): ParseFinding[] {
    this.#path.recordStart(this.#text.search(/\S/));
    for (let at = 0; at < this.#text.length && this.#frames.length <= MAX_DEPTH; at += 1) {
      at = this.#step(at, this.#text.charAt(at));
    }
    return this.#path.findings;
  }

  // Returns the last offset of the token that starts at this one.
  #step(at: number, character: string): number {
    switch (character) {
      case ' ':
      case '\n':
      case '\r':
      case '\t':
      case ':':
        return at;
      case '}':
      case ']':
        this.#close();
        return at;
      case ',':
        this.#endMember();
        return at;
      default:
        return this.#startsName(at) ? endOfString(this.#text, at) : this.#startValue(at, character);
    }
  }

  #startValue(at: number, character: string): number {
    if (character === '"') return endOfString(this.#text, at);
    if (character === '[' || character === '{') {
      const names = character === '{' ? new Map<string, number>() : undefined;
      this.#frames.push({ names, index: 0, atStart: true });
      if (this.#frames.length > MAX_DEPTH) this.#path.reportDepth(at);
    }
    return at;
  }

  // Enters the member or item that starts here, and answers whether it starts with a name.
  #startsName(at: number): boolean {
    const frame = this.#frames.at(-1);
    if (!frame?.atStart) return false;
    frame.atStart = false;
    if (frame.names === undefined) {
      this.#path.tokens.push(frame.index);
      this.#path.recordStart(at);
      frame.index += 1;
      return false;
    }
    const name: string = JSON.parse(this.#text.slice(at, endOfString(this.#text, at) + 1));
    this.#path.tokens.push(name);
    this.#path.recordStart(at);
    const earlier = frame.names.get(name);
    if (earlier !== undefined) this.#path.reportDuplicate(at, earlier);
    frame.names.set(name, at);
    return true;
  }

  #endMember(): void {
    this.#path.tokens.pop();
    const frame = this.#frames.at(-1);
    if (frame) frame.atStart = true;
  }

  #close(): void {
    // Nothing was entered in an empty one.
    if (this.#frames.pop()?.atStart === false) this.#path.tokens.pop();
  }
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charAt(at - backslashes - 1) === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}
