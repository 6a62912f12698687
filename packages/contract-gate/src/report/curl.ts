import { HIDDEN } from '../conformance/session/redaction.ts';
import type { SentRequest } from '../finding.ts';

// curl sets these by itself, and gets them right.
const IMPLIED = new Set(['content-length', 'connection', 'host', 'transfer-encoding']);

/** Writes a request as a curl command for a POSIX shell; its credentials are in the variable `$CREDENTIALS`. */
export function formatCurl({ method, url, headers, body }: SentRequest): string {
  const words = ['curl', '-sS', '-i', ...(method === 'GET' ? [] : ['-X', quoted(method)]), quoted(url)];
  for (const [name, value] of headers) {
    if (IMPLIED.has(name.toLowerCase())) continue;
    words.push('-H', quoted(`${name}: ${value}`));
  }
  if (!body) return words.join(' ');
  if (body.encoding === 'utf8') return [...words, '--data-binary', quoted(body.text)].join(' ');
  return `printf %s ${quoted(body.text)} | base64 -d | ${words.join(' ')} --data-binary @-`;
}

function quoted(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (!text.includes(HIDDEN)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const parts = text.split(HIDDEN).map((part) => part.replaceAll(/["$\\`]/g, '\\$&'));
  return `"${parts.join(HIDDEN)}"`;
}
