import { type Event, parseEvents, YAMLException } from 'js-yaml';

/** Events of a YAML text that was accepted, and the positions of its parts in the text as it was written. */
export interface YamlEvents {
  /** The text that the events refer to. */
  readonly text: string;
  readonly events: readonly Event[];
  /** Converts an offset in `text` to one in the text that was given. */
  toWritten(offset: number): number;
}

/** Characters parsed for one text, all attempts together: a bound on time, about three seconds. */
const MAX_PARSED_CHARACTERS = 64_000_000;

/**
 * Parses a YAML text. YAML 1.2 wants each line of a quoted scalar or a flow collection indented further than its key
 * (section 7.4 and 7.3); libyaml, js-yaml 4 and yaml 2 accept less, and so does this function: it indents these lines
 * and parses again. Throws YAMLException, with positions in the text as it was written.
 */
export function parseYamlEvents(text: string, maxDepth: number): YamlEvents {
  const indented = new IndentedText(text);
  for (let parsed = text.length; ; parsed += 2 * text.length) {
    try {
      const events = parseEvents(indented.text, { maxDepth });
      return { text: indented.text, events, toWritten: (offset) => indented.toWritten(offset) };
    } catch (error) {
      if (!(error instanceof YAMLException) || error.mark === undefined) throw error;
      const { position } = error.mark;
      const isIndented =
        error.reason === 'deficient indentation' &&
        parsed < MAX_PARSED_CHARACTERS &&
        indented.indentLines(position, findEnd(indented.text, position));
      if (isIndented) continue;
      error.mark.position = indented.toWritten(position);
      throw error;
    }
  }
}

/** Finds the end of the innermost quoted scalar or flow collection that is open at a position. */
function findEnd(text: string, position: number): number {
  const open = findReason(text.slice(0, position).trimEnd());
  if (open.includes('single quoted')) return findMatch(SINGLE_QUOTED_REST, text, position);
  if (open.includes('double quoted')) return findMatch(DOUBLE_QUOTED_REST, text, position);
  return findFlowEnd(text, position);
}

// A text that ends inside of a scalar or collection is rejected with the name of what is open.
function findReason(prefix: string): string {
  try {
    parseEvents(prefix, {});
    return '';
  } catch (error) {
    return error instanceof YAMLException ? error.reason : '';
  }
}

const SINGLE_QUOTED_REST = /(?:''|[^'])*/y;
const DOUBLE_QUOTED_REST = /(?:\\[\s\S]|[^"\\])*/y;
const FLOW_TOKEN = /(?<=[\s,:[{])(?:'(?:''|[^'])*'|"(?:\\[\s\S]|[^"\\])*"|#.*)|[[\]{}]/g;

function findMatch(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  pattern.exec(text);
  return pattern.lastIndex;
}

/** Finds the bracket or brace that closes a flow collection. */
function findFlowEnd(text: string, start: number): number {
  let depth = 0;
  for (const { 0: token, index } of text.slice(start).matchAll(FLOW_TOKEN)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth < 0) return start + index;
  }
  return text.length;
}

function findLineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}

/** Text some of whose lines are indented further than they were written. */
class IndentedText {
  text: string;
  /** Starts of the indented lines, in the text as it was written, in ascending order. */
  #starts: readonly number[] = [];
  readonly #written: string;
  readonly #indent: string;

  constructor(written: string) {
    this.text = written;
    this.#written = written;
    const deepest = Math.max(0, ...Array.from(written.match(/^ +/gm) ?? [], ({ length }) => length));
    this.#indent = ' '.repeat(deepest + 1);
  }

  /** Indents the lines between two positions of `text`; returns whether there was a line that was not indented yet. */
  indentLines(from: number, to: number): boolean {
    const first = this.#written.lastIndexOf('\n', this.toWritten(from) - 1) + 1;
    const last = this.toWritten(to);
    const before = this.#starts.length;
    const starts = new Set(this.#starts);
    for (let start = first; start > 0 && start <= last; start = findLineEnd(this.#written, start) + 1)
      starts.add(start);
    this.#starts = [...starts].toSorted((left, right) => left - right);
    const ends = [...this.#starts, this.#written.length];
    this.text = [0, ...this.#starts]
      .map((start, index) => this.#written.slice(start, ends[index]))
      .join(this.#indent);
    return this.#starts.length > before;
  }

  toWritten(offset: number): number {
    const width = this.#indent.length;
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) + (middle + 1) * width <= offset) low = middle + 1;
      else high = middle;
    }
    const inserted = low * width;
    // An offset within an inserted indentation belongs to the start of its line.
    return Math.min(offset - inserted, this.#starts[low] ?? this.#written.length);
  }
}
