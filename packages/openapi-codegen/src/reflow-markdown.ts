// Wraps the Markdown of descriptions. Lines of a paragraph are joined first; tables, code, headings and examples keep theirs.

/** Wraps the paragraphs and the items of lists of a Markdown text; a word that is longer than a line gets its own. */
export function reflowMarkdown(text: string, width: number): string[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  const tables = findTables(lines);
  const reflow = new Reflow(width);
  for (const [index, line] of lines.entries()) reflow.add(line, tables.has(index));
  return reflow.finish();
}

/** A paragraph whose first line has a prefix, such as the bullet of an item, and whose other lines are indented. */
interface Paragraph {
  prefix: string;
  indent: string;
  words: string[];
}

const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?=\S)/;
const QUOTE = /^\s*>\s?/;
const FENCE = /^\s*(?<fence>`{3,}|~{3,})|^\s*<(?<tag>pre|code|table)\b/i;
const VERBATIM_TAG = /^@(?:default|example)\b/;
// Headings, their underlines, and lines between sections.
const STANDALONE = /^\s*(?:#{1,6}(?:\s|$)|=+\s*$|(?:[-*_]\s*){3,}$)/;

class Reflow {
  readonly #width: number;
  readonly #lines: string[] = [];
  #paragraph: Paragraph | undefined;
  #indent = '';
  /** Reports whether a line ends the code, or the example, that is open. */
  #isEnd: ((line: string) => boolean) | undefined;

  constructor(width: number) {
    this.#width = width;
  }

  add(line: string, isTable: boolean): void {
    if (this.#isEnd) this.#addCode(line, this.#isEnd);
    else if (line.trim() === '') this.#addVerbatim('');
    else if (this.#opensCode(line)) this.#addVerbatim(line);
    else if (isTable || STANDALONE.test(line) || this.#isIndentedCode(line)) this.#addVerbatim(line);
    else this.#addText(line);
  }

  finish(): string[] {
    this.#endParagraph();
    return this.#lines;
  }

  #addCode(line: string, isEnd: (line: string) => boolean): void {
    this.#lines.push(line);
    if (isEnd(line)) this.#isEnd = undefined;
  }

  #addVerbatim(line: string): void {
    this.#endParagraph();
    this.#lines.push(line.trimEnd());
  }

  #opensCode(line: string): boolean {
    const { fence, tag } = FENCE.exec(line)?.groups ?? {};
    if (fence !== undefined) this.#isEnd = (next) => next.trimStart().startsWith(fence);
    const closing = tag === undefined ? undefined : `</${tag.toLowerCase()}>`;
    if (closing !== undefined) {
      const isClosed = (text: string) => text.toLowerCase().includes(closing);
      if (!isClosed(line)) this.#isEnd = isClosed;
    }
    // An example lasts until the end of the comment or the next tag, which starts with text of its own.
    if (VERBATIM_TAG.test(line)) this.#isEnd = (next) => next.startsWith('@') && !VERBATIM_TAG.test(next);
    return this.#isEnd !== undefined;
  }

  #isIndentedCode(line: string): boolean {
    const isCode = this.#paragraph === undefined && /^(?: {4}|\t)/.test(line.slice(this.#indent.length));
    return isCode && line.startsWith(this.#indent);
  }

  #addText(line: string): void {
    const [bullet] = ITEM.exec(line) ?? [];
    const [quote] = QUOTE.exec(line) ?? [];
    if (bullet !== undefined) {
      this.#indent = ' '.repeat(bullet.length);
      this.#startParagraph(bullet, this.#indent);
    } else if (quote !== undefined) this.#startParagraph(quote, quote);
    else if (this.#paragraph === undefined || /^\s*[@<]/.test(line)) {
      const indent = /^\s*/.exec(line)?.[0] ?? '';
      this.#indent = indent.length < this.#indent.length ? indent : this.#indent;
      this.#startParagraph(this.#indent, this.#indent);
    }
    this.#paragraph?.words.push(...splitWords(line.slice((bullet ?? quote ?? '').length), this.#width));
    // Two spaces, or a backslash, end a line on purpose.
    if (/(?: {2}|\\|<br ?\/?>)$/i.test(line)) this.#breakLine();
  }

  #startParagraph(prefix: string, indent: string): void {
    this.#endParagraph();
    this.#paragraph = { prefix, indent, words: [] };
  }

  #breakLine(): void {
    const { indent = '' } = this.#paragraph ?? {};
    this.#startParagraph(indent, indent);
  }

  #endParagraph(): void {
    const { prefix, indent, words } = this.#paragraph ?? { prefix: '', indent: '', words: [] };
    this.#paragraph = undefined;
    let line = prefix;
    for (const word of words) {
      const isFirst = line === prefix || line === indent;
      if (isFirst) line += word;
      else if (line.length + 1 + word.length <= this.#width) line += ` ${word}`;
      else {
        this.#lines.push(line);
        line = indent + word;
      }
    }
    if (words.length > 0) this.#lines.push(line);
  }
}

// Code in a line is one word. A word that would start a list, a heading or a tag stays with the word before it.
function splitWords(text: string, width: number): string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(/(?:`[^`]+`|[^\s`]|`)+/g)) {
    const parts = word.length > width ? word.split(/\s+/) : [word];
    for (const part of parts) {
      const last = words.at(-1);
      if (last !== undefined && /^(?:[-+*#>|=]|\d+[.)]$|@|```|~~~)/.test(part))
        words.splice(-1, 1, `${last} ${part}`);
      else words.push(part);
    }
  }
  return words;
}

// A table has a line of dashes and bars after its head, or bars at the start of its lines.
function findTables(lines: readonly string[]): ReadonlySet<number> {
  const tables = new Set<number>();
  for (const [index, line] of lines.entries()) {
    const isDelimiter = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$/.test(line);
    if (isDelimiter) tables.add(index - 1);
    const isRow = tables.has(index - 1) && line.trim() !== '' && line.includes('|');
    if (isDelimiter || isRow || /^\s*\|/.test(line)) tables.add(index);
  }
  return tables;
}
