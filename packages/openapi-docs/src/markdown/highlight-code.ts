/** Marks the tokens of code with classes, for the languages of samples and of descriptions. */
import { escapeHtml } from '../reference/html.ts';

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const NUMBER = String.raw`\b\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?\b`;

interface Grammar {
  readonly comment?: string;
  readonly string: string;
  readonly keyword: string;
}

const words = (list: string) => String.raw`\b(?:${list.replaceAll(' ', '|')})\b`;

const GRAMMARS: Readonly<Record<string, Grammar>> = {
  go: {
    comment: String.raw`//[^\n]*`,
    string: `${STRING}|\`[^\`]*\``,
    keyword: words('package import func var if return defer nil for range err'),
  },
  json: { string: STRING, keyword: words('true false null') },
  python: {
    comment: String.raw`#[^\n]*`,
    string: STRING,
    keyword: words('import from with as for in if else def return print True False None'),
  },
  sh: {
    comment: String.raw`(?<=^|\s)#[^\n]*`,
    // A text in single quotes may have several lines.
    string: String.raw`"(?:[^"\\]|\\.)*"|'[^']*'`,
    keyword: String.raw`(?<=^|\n)\w+|(?<=\s)--?[a-zA-Z][\w-]*`,
  },
  ts: {
    comment: String.raw`//[^\n]*`,
    string: `${STRING}|\`(?:[^\`\\\\]|\\\\.)*\``,
    keyword: words(
      'import from const let await async new for of if return function true false null undefined',
    ),
  },
};
const ALIASES: Readonly<Record<string, string>> = {
  bash: 'sh',
  curl: 'sh',
  javascript: 'ts',
  js: 'ts',
  jsonc: 'json',
  py: 'python',
  shell: 'sh',
  typescript: 'ts',
};

/** Converts code to HTML; code in an unknown language has no marks. */
export function highlightCode(code: string, language: string): string {
  const name = language.trim().toLowerCase();
  const grammar = GRAMMARS[ALIASES[name] ?? name];
  if (grammar === undefined) return escapeHtml(code);
  const { comment = '(?!)', string, keyword } = grammar;
  const tokens = new RegExp(
    `(?<comment>${comment})|(?<string>${string})|(?<keyword>${keyword})|(?<number>${NUMBER})`,
    'g',
  );
  let html = '';
  let position = 0;
  for (const match of code.matchAll(tokens)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    html += escapeHtml(code.slice(position, match.index));
    html += `<span class="token-${kind}">${escapeHtml(match[0])}</span>`;
    position = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(position));
}
