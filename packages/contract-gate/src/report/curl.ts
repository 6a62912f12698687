import { HIDDEN } from '../conformance/session/redaction.ts';
import type { Payload, SentRequest } from '../finding.ts';

// curl sets these by itself, and gets them right.
const IMPLIED = new Set(['content-length', 'connection', 'host', 'transfer-encoding']);

const MOST_CHARACTERS = 4_000;
const SHOWN_CHARACTERS = 40;

/**
 * Writes a request as a curl command for a POSIX shell; its credentials are in the variable `$CREDENTIALS`. The command reads a body
 * of more than 4,000 characters from stdin, and a comment shows its start.
 */
export function formatCurl({ method, url, headers, body }: SentRequest): string {
  const words = ['curl', '-sS', '-i', ...(method === 'GET' ? [] : ['-X', quote(method)]), quote(url)];
  for (const [name, value] of headers) {
    if (IMPLIED.has(name.toLowerCase())) continue;
    words.push('-H', quote(`${name}: ${value}`));
  }
  if (!body) return words.join(' ');
  if (isLong(body)) {
    const size = body.size ?? Buffer.from(body.text, body.encoding).length;
    // Quoted, so that a line break does not end the comment.
    const start = JSON.stringify(body.text.slice(0, SHOWN_CHARACTERS));
    return `${words.join(' ')} --data-binary @- # ${size} bytes, which start with ${start}`;
  }
  if (body.encoding === 'utf8') return [...words, '--data-binary', quote(body.text)].join(' ');
  return `printf %s ${quote(body.text)} | base64 -d | ${words.join(' ')} --data-binary @-`;
}

function isLong({ text, size }: Payload): boolean {
  return text.length > MOST_CHARACTERS || size !== undefined;
}

function quote(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (!text.includes(HIDDEN)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const texts = text.split(HIDDEN).map((text) => text.replaceAll(/["$\\`]/g, '\\$&'));
  return `"${texts.join(HIDDEN)}"`;
}
