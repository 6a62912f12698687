import { isJsonObject, type JsonValue, memberOf } from './json.ts';

/**
 * Appends members to a JSON pointer in its URI fragment form, `#/a/b` (RFC 6901, section 6). Of the characters that
 * a URI would have escaped only `%` is, so that people can read the rest.
 */
export function appendPointer(pointer: string, ...tokens: readonly (string | number)[]): string {
  let appended = pointer;
  for (const token of tokens) appended += `/${typeof token === 'number' ? token : escapeToken(token)}`;
  return appended;
}

/** Splits a pointer in its URI fragment form into unescaped members; undefined if it is invalid. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === '#') return [];
  if (!pointer.startsWith('#/')) return undefined;
  try {
    // An escaped slash at the beginning of a member is part of its name, as in `#/paths/%2Fitems`.
    const escaped = /\/%2F/i.test(pointer) ? pointer.replaceAll(/%2F/gi, '~1') : pointer;
    return decodeURIComponent(escaped.slice(2)).split('/').map(unescapeToken);
  } catch {
    return undefined;
  }
}

/**
 * Converts a pointer to the form that `appendPointer` returns, regardless of its escapes; undefined if it is invalid.
 */
export function canonicalPointer(pointer: string): string | undefined {
  const tokens = parsePointer(pointer);
  return tokens && appendPointer('#', ...tokens);
}

/** Iterates over a pointer and those of what contains it, the innermost first, without that of the document. */
export function* listAncestors(pointer: string): Generator<string> {
  for (let end = pointer.length; end > 1; end = pointer.lastIndexOf('/', end - 1))
    yield pointer.slice(0, end);
}

/** Reads the value at a pointer; undefined if there is no value. */
export function valueAt(document: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const token of parsePointer(pointer) ?? [undefined]) {
    if (token === undefined || value === undefined) return undefined;
    if (Array.isArray(value)) value = /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
    else value = isJsonObject(value) ? memberOf(value, token) : undefined;
  }
  return value;
}

function escapeToken(token: string): string {
  // Most need none of it, and documents have hundreds of thousands.
  if (!/[~/%]/.test(token)) return token;
  return token.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25');
}

function unescapeToken(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;
}
