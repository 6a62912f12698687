/** Converts the Markdown of a document (CommonMark with the tables of GitHub) to HTML that runs and requests nothing. */
import { Marked, type Tokens } from 'marked';
import { highlightCode } from './highlight-code.ts';
import { type ResolveLink, sanitizeHtml } from './sanitize-html.ts';

/** Options of a text. */
export interface MarkdownOptions {
  /** The level of its first headings. */
  readonly level?: number;
  readonly resolveLink?: ResolveLink;
}

const DEEPEST = 6;

/** Converts a text. The levels of its headings follow one another without a gap. */
export function renderMarkdown(text: string, { level = 3, resolveLink }: MarkdownOptions = {}): string {
  if (text.trim() === '') return '';
  // Most descriptions have no markup at all.
  if (/^[\w .,;:()'/-]+$/.test(text) && !/^\s*(?:[-+*]|\d+[.)])\s|^ {4}|https?:/.test(text))
    return `<p>${text.trim()}</p>`;
  let previous = level - 1;
  const nestHeading = (depth: number) => {
    previous = Math.max(Math.min(level + depth - 1, previous + 1, DEEPEST), level);
    return previous;
  };
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const current = nestHeading(depth);
        return `<h${current}>${this.parser.parseInline(tokens)}</h${current}>\n`;
      },
      html: ({ text: html }) =>
        html.replaceAll(/<(\/?)h([1-6])\b/gi, (_, slash: string, depth: string) =>
          slash === '' ? `<h${nestHeading(Number(depth))}` : `</h${previous}`,
        ),
      code: ({ text: code, lang = '' }: Tokens.Code) => printCode(code, lang),
      table(token: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[], name: string) =>
          `<tr>${cells.map((cell) => `<${name}>${this.parser.parseInline(cell.tokens)}</${name}>`).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('');
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  return sanitizeHtml(marked.parse(text, { async: false }), resolveLink).trim();
}

/** Prints a block of code that can be scrolled with the keyboard. */
export function printCode(code: string, language: string): string {
  return `<pre tabindex="0"><code>${highlightCode(code.replace(/\n$/, ''), language)}</code></pre>`;
}
