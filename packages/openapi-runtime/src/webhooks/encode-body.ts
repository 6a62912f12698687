import { isForm, isJson, isMultipart } from '../http/media-type.ts';
import type { FieldDefinition } from '../http/operation-definition.ts';
import type { RawBody } from '../http/raw-body.ts';
import { isObject } from '../schema/json-type.ts';
import { encodePairs, type Written } from './encode-parameter.ts';

/** An encoded body; a multipart form sets its Content-Type itself, because it contains a boundary. */
export interface EncodedBody {
  body: Exclude<RawBody, Response> | FormData | undefined;
  contentType: string | undefined;
}

/** Encodes a body by its media type: JSON, a form by its fields, or unchanged. */
export function encodeBody(
  body: unknown,
  contentType: string,
  fields: readonly FieldDefinition[] = [],
): EncodedBody {
  if (isJson(contentType)) return { body: JSON.stringify(body), contentType };
  if (!isObject(body) || !isForm(contentType) || isRaw(body)) return { body: requireRaw(body), contentType };
  if (isMultipart(contentType)) return { body: encodeForm(body, fields), contentType: undefined };
  const pairs = listFields(body, fields).flatMap(([field, value]) => encodePairs(field, value));
  return { body: pairs.map(([name, text]) => `${name}=${text}`).join('&'), contentType };
}

function encodeForm(body: Record<string, unknown>, fields: readonly FieldDefinition[]): FormData {
  const form = new FormData();
  for (const [field, value] of listFields(body, fields)) {
    const blobs = [value].flat().filter((item) => item instanceof Blob);
    for (const blob of blobs) form.append(field.name, blob);
    if (blobs.length > 0) continue;
    for (const [name, text] of encodePairs(field, value, (piece) => piece)) {
      if (isStructured(field.shape, value)) form.append(name, new Blob([text], { type: 'application/json' }));
      else form.append(name, text);
    }
  }
  return form;
}

// Fields that are not documented are texts, and lists of them repeat their name.
function listFields(body: Record<string, unknown>, fields: readonly FieldDefinition[]): [Written, unknown][] {
  return Object.entries(body)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [fields.find((field) => field.name === name) ?? { name, explode: true }, value]);
}

// A part is JSON where its shape says so; one that may be text as well is JSON where it holds a list or an object.
function isStructured(shape: Written['shape'], value: unknown): boolean {
  const itemShape = typeof shape === 'object' && 'list' in shape ? shape.list : shape;
  if (itemShape === 'json') return true;
  const shapes = typeof itemShape === 'object' && 'anyOf' in itemShape ? itemShape.anyOf : [itemShape].flat();
  return shapes.includes('json') && typeof value === 'object';
}

function requireRaw(body: unknown): Exclude<RawBody, Response> {
  if (body instanceof Response) return body.body ?? '';
  return isRaw(body) ? body : String(body);
}

function isRaw(body: unknown): body is ArrayBuffer | Blob | ReadableStream | Uint8Array<ArrayBuffer> {
  return [Blob, ArrayBuffer, ReadableStream, Uint8Array].some((type) => body instanceof type);
}
