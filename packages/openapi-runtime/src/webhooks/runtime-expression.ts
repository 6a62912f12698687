// Parses runtime expressions by the grammar of OpenAPI 3.1, section 4.8.20.4: bare, or embedded in a text in braces.
import { splitPointer } from '../json-pointer.ts';
import { ExpressionError } from './expression-error.ts';

export type ExpressionMessage = 'request' | 'response';

/** A parsed runtime expression. */
export type RuntimeExpression =
  | { kind: 'method' | 'statusCode' | 'url'; text: string }
  | { kind: 'header' | 'path' | 'query'; message: ExpressionMessage; name: string; text: string }
  | { kind: 'body'; message: ExpressionMessage; tokens: readonly string[]; text: string };

/** A text with expressions in it. A bare expression is the only part of its template, and `isBare`. */
export interface ExpressionTemplate {
  text: string;
  isBare: boolean;
  parts: readonly (RuntimeExpression | string)[];
}

const WHOLE = { $url: 'url', $method: 'method', $statusCode: 'statusCode' } as const;
const SOURCE =
  /^\$(?<message>request|response)\.(?:(?<kind>header|query|path)\.(?<name>.*)|body(?:#(?<pointer>.*))?)$/su;
// RFC 7230, section 3.2.6.
const TOKEN = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
// RFC 6901, section 3.
const POINTER = /^(?:\/(?:[^/~]|~[01])*)*$/u;
const LOOKS_LIKE_ONE = /^\$(?:url$|method$|statusCode$|request\.|response\.)/;

/** Parses a bare expression. Throws ExpressionError. */
export function parseExpression(text: string): RuntimeExpression {
  if (text === '$url' || text === '$method' || text === '$statusCode') return { kind: WHOLE[text], text };
  const { message, kind, name, pointer = '' } = SOURCE.exec(text)?.groups ?? {};
  if (message !== 'request' && message !== 'response') {
    throw new ExpressionError(
      text,
      'is not valid: use $url, $method, $statusCode, or $request. or $response. followed by header., query., path. or body.',
    );
  }
  if (kind === 'header') return { kind, message, name: requireToken(name, text), text };
  if (kind === 'query' || kind === 'path') return { kind, message, name: requireName(name, text), text };
  return { kind: 'body', message, tokens: readTokens(pointer, text), text };
}

/**
 * Parses the key of a callback: a bare expression, or a text with expressions in braces.
 * An embedded expression ends at the first closing brace. Throws ExpressionError.
 */
export function parseTemplate(text: string): ExpressionTemplate {
  if (text.startsWith('$')) return { text, isBare: true, parts: [parseExpression(text)] };
  const parts: (RuntimeExpression | string)[] = [];
  let from = 0;
  for (let at = text.indexOf('{$'); at >= 0; at = text.indexOf('{$', from)) {
    const end = text.indexOf('}', at);
    if (end < 0) throw new ExpressionError(text.slice(at), 'is missing its closing brace.');
    if (at > from) parts.push(text.slice(from, at));
    parts.push(parseExpression(text.slice(at + 1, end)));
    from = end + 1;
  }
  if (from < text.length) parts.push(text.slice(from));
  return { text, isBare: false, parts };
}

/** Parses a string value of a link, which is a constant unless it begins as an expression does or embeds one. */
export function parseLinkValue(text: string): ExpressionTemplate {
  return text.startsWith('$') && !LOOKS_LIKE_ONE.test(text)
    ? { text, isBare: false, parts: [text] }
    : parseTemplate(text);
}

function requireToken(name: string | undefined, text: string): string {
  if (name !== undefined && TOKEN.test(name)) return name;
  throw new ExpressionError(text, 'must name a header by a token (RFC 9110).');
}

// A name consists of the characters of a JSON string (RFC 7159, section 7), escapes included.
function requireName(name: string | undefined, text: string): string {
  try {
    return String(JSON.parse(`"${name}"`));
  } catch {
    throw new ExpressionError(text, 'must escape its name as in a JSON string.');
  }
}

function readTokens(pointer: string, text: string): string[] {
  if (!POINTER.test(pointer)) {
    throw new ExpressionError(
      text,
      'must have a JSON pointer after "#": each part begins with "/", and "~" is written "~0".',
    );
  }
  return splitPointer(pointer);
}
