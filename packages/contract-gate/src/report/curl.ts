import type { SentRequest } from '../finding.ts';

const SECRET = /^(?:authorization|cookie|proxy-authorization|x-api-key|.*-token|.*-secret)$/i;
// curl sets these by itself, and gets them right.
const IMPLIED = new Set(['content-length', 'connection', 'host', 'transfer-encoding']);

/** Writes a request as a curl command for a POSIX shell; credentials are replaced by `$CREDENTIALS`. */
export function curlOf({ method, url, headers, body }: SentRequest): string {
  const words = ['curl', '-sS', '-i', ...(method === 'GET' ? [] : ['-X', quoted(method)]), quoted(url)];
  for (const [name, value] of headers) {
    if (IMPLIED.has(name.toLowerCase())) continue;
    words.push(
      '-H',
      SECRET.test(name) ? `"${name}: ${schemeOf(value)}$CREDENTIALS"` : quoted(`${name}: ${value}`),
    );
  }
  if (!body) return words.join(' ');
  if (body.encoding === 'utf8') return [...words, '--data-binary', quoted(body.text)].join(' ');
  return `printf %s ${quoted(body.text)} | base64 -d | ${words.join(' ')} --data-binary @-`;
}

/** Replaces the credentials among headers. */
export function withoutSecrets(headers: SentRequest['headers']): SentRequest['headers'] {
  return headers.map(([name, value]) => [name, SECRET.test(name) ? `${schemeOf(value)}…` : value] as const);
}

// `Bearer `, where the value begins with the name of a scheme.
function schemeOf(value: string): string {
  return /^[A-Za-z]+ (?=\S)/.exec(value)?.[0] ?? '';
}

function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
