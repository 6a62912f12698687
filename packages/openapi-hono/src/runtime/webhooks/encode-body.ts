import { isJson, matchMediaType } from '../http/media-type.ts';
import { isObject } from '../schema/json-type.ts';

/** Is a body as it is sent; a form says its Content-Type itself, since that holds a boundary. */
export interface EncodedBody {
  body: Blob | FormData | Uint8Array<ArrayBuffer> | string | undefined;
  contentType: string | undefined;
}

/** Writes a body as its media type asks for: JSON, a form, or what it already is. */
export function encodeBody(body: unknown, contentType: string): EncodedBody {
  if (isJson(contentType)) return { body: JSON.stringify(body), contentType };
  if (isObject(body) && is(contentType, 'application/x-www-form-urlencoded')) {
    return { body: new URLSearchParams(textsOf(body)).toString(), contentType };
  }
  if (isObject(body) && is(contentType, 'multipart/form-data')) {
    const form = new FormData();
    for (const [name, value] of fieldsOf(body)) {
      if (value instanceof Blob) form.append(name, value);
      else form.append(name, textOf(value));
    }
    return { body: form, contentType: undefined };
  }
  const isBinary = body instanceof Blob || body instanceof Uint8Array;
  return { body: isBinary ? (body as Blob | Uint8Array<ArrayBuffer>) : String(body), contentType };
}

function is(contentType: string, mediaType: string): boolean {
  return matchMediaType(contentType, [mediaType]) !== undefined;
}

// A list repeats its field.
function fieldsOf(body: Record<string, unknown>): [string, unknown][] {
  return Object.entries(body)
    .flatMap(([name, value]): [string, unknown][] => [value].flat().map((item) => [name, item]))
    .filter(([, value]) => value !== undefined);
}

function textsOf(body: Record<string, unknown>): [string, string][] {
  return fieldsOf(body).map(([name, value]) => [name, textOf(value)]);
}

function textOf(value: unknown): string {
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
}
