// Texts of values, and of URLs.
import type { JsonValue } from '@keyframe/openapi-model';

/** Converts a scalar to text, and any other value to JSON. */
export function scalarToText(value: JsonValue): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/**
 * Encodes a text for a URL. A URL has no form for an unpaired surrogate: as in browsers, U+FFFD replaces it (Web IDL,
 * USVString). Ids of servers may have one.
 */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Encodes what no URL can contain, such as spaces in the path of a document. */
export function encodeUnwritable(path: string): string {
  return path.replaceAll(/[^!-~]+/g, encodeText);
}
