// Writes parameters and bodies whose style is not the default of their location.
import { writeDigits } from '../digits.ts';
import {
  encodeHeader,
  encodePairs,
  encodePath,
  joinPairs,
  type Written,
} from '../webhooks/encode-parameter.ts';
import type { BodyWriter, ParameterLocation, StyledParameter, WrittenBody } from './operation-definition.ts';
import { isJsonType } from './read-json.ts';

/** How a parameter or a field is written. */
export interface Style {
  style?: NonNullable<Written['style']>;
  explode?: boolean;
  /** Whether its value is written as JSON. */
  json?: boolean;
  /** Whether reserved characters are not encoded, except those that delimit values. */
  allowReserved?: boolean;
  /** Whether values may contain their delimiter, as those may that only try a server out. */
  ambiguous?: boolean;
}

// RFC 3986, section 2.2. `&`, `#`, `+` and brackets would end a value or mean another one, and a comma separates items.
const RESERVED = { list: /%(?:2F|3A|3B|3D|3F|24|40)/g, single: /%(?:2C|2F|3A|3B|3D|3F|24|40)/g };

function chooseEncoder({ allowReserved, explode, style }: Style): ((text: string) => string) | undefined {
  if (!allowReserved) return undefined;
  const kept = explode || style === 'deepObject' ? RESERVED.single : RESERVED.list;
  return (text) => encodeURIComponent(text).replace(kept, decodeURIComponent);
}

function written(name: string, { json, style, explode, ambiguous }: Style): Written {
  return {
    name,
    ...(style && { style }),
    ...(explode && { explode }),
    ...(ambiguous && { ambiguous }),
    ...(json && { shape: 'json' as const }),
  };
}

/** Creates the definition of a parameter whose style is not the default of its location. */
export function styled(location: ParameterLocation, name: string, style: Style): StyledParameter {
  const parameter = written(name, style);
  const separator = location === 'cookie' ? '; ' : '&';
  const encode = chooseEncoder(style);
  return {
    in: location,
    name,
    write: (value) => {
      if (location === 'path') return encodePath(parameter, value);
      if (location === 'header') return encodeHeader(parameter, value);
      return joinPairs(encodePairs(parameter, value, encode), separator);
    },
  };
}

/** A field of a form: how it is written, and the headers of its part. */
export interface Field extends Style {
  contentType?: string;
  /** Headers of the part with a single possible value, by name. */
  headers?: Readonly<Record<string, string>>;
}

type Fields = Readonly<Record<string, Field>>;

interface Part {
  name: string;
  content: Blob | string;
  /** Media type of a text; undefined for plain text. A Blob has its own. */
  type: string | undefined;
  headers: Field['headers'];
}

/**
 * Makes the writer of `multipart/form-data` (RFC 7578): bytes become files, objects JSON fields, and lists repeat their
 * name, unless a field has a style: its texts are then separate parts, which need no encoding.
 */
export function multipart(fields: Fields = {}): BodyWriter {
  return (body) => {
    if (body instanceof FormData) return body;
    const parts = listMembers(body).flatMap(([name, value]) => createParts(name, value, fields[name]));
    if (parts.some(({ type, headers }) => type !== undefined || headers !== undefined))
      return writeParts(parts);
    const form = new FormData();
    for (const { name, content } of parts) form.append(name, content);
    return form;
  };
}

function createParts(name: string, value: unknown, field: Field = {}): Part[] {
  const { style, headers } = field;
  const items = [value].flat();
  // Bytes have no text that a style could write.
  if (style === undefined || items.some(isBytes)) return items.map((item) => createPart(name, item, field));
  const pairs = encodePairs(written(name, field), value, (text) => text);
  return pairs.map(([partName, content]) => ({ name: partName, content, type: undefined, headers }));
}

function createPart(name: string, value: unknown, { contentType, headers }: Field = {}): Part {
  if (value instanceof Blob) return { name, content: withType(value, contentType), type: undefined, headers };
  if (isBytes(value)) {
    const [type = 'application/octet-stream'] = listConcreteTypes(contentType);
    return { name, content: new Blob([value], { type }), type: undefined, headers };
  }
  const isStructured = typeof value === 'object' && value !== null;
  const types = listConcreteTypes(contentType);
  const type = types.find((candidate) => isJsonType(candidate) === isStructured) ?? types[0];
  // A text is JSON only where nothing else is allowed.
  const isJson = isStructured || isJsonType(type ?? '');
  return {
    name,
    content: isJson ? writeDigits(value) : String(value),
    type: type ?? (isStructured ? 'application/json' : undefined),
    headers,
  };
}

function isBytes(value: unknown): value is ArrayBuffer | Blob {
  return value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}

function listConcreteTypes(contentType = ''): string[] {
  return contentType
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '' && !type.includes('*'));
}

// A single type that the document names is the type of the part; of several, the Blob's own, or the first if it has none.
function withType(blob: Blob, contentType: string | undefined): Blob {
  const [type, ...alternatives] = listConcreteTypes(contentType);
  const isDecided = alternatives.length === 0 && !contentType?.includes('*');
  if (type === undefined || blob.type === type || (blob.type !== '' && !isDecided)) return blob;
  return blob instanceof File ? new File([blob], blob.name, { type }) : new Blob([blob], { type });
}

/** Writes a form by hand: FormData gives a file name to each part that has a type, and servers then expect a file. */
function writeParts(parts: readonly Part[]): Blob {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const boundary = `form-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  const pieces = parts.flatMap(({ name, content, type, headers = {} }) => {
    const isFile = typeof content !== 'string';
    const file = isFile ? `; filename="${escapeName(content instanceof File ? content.name : 'blob')}"` : '';
    const partType = isFile ? content.type || 'application/octet-stream' : type;
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${escapeName(name)}"${file}\r\n`;
    const all = { ...(partType !== undefined && { 'content-type': partType }), ...headers };
    const lines = Object.entries(all).map(([header, text]) => `${header}: ${text}\r\n`);
    return [head, ...lines, '\r\n', content, '\r\n'];
  });
  return new Blob([...pieces, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}

// The HTML standard escapes these three in names of fields and files.
function escapeName(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

/** Makes the writer of `application/x-www-form-urlencoded`; objects without a style of their own become JSON. */
export function urlEncoded(fields: Fields = {}): BodyWriter {
  return (body) => {
    if (body instanceof URLSearchParams) return body;
    const pairs = listMembers(body).flatMap(([name, value]) => {
      const style = fields[name] ?? chooseFieldStyle(value);
      return encodePairs(written(name, style), value, chooseEncoder(style));
    });
    // Without a type of its own: the header says it.
    return pairs.map(([name, text]) => `${name}=${text}`).join('&');
  };
}

function chooseFieldStyle(value: unknown): Style {
  const isStructured = [value].flat().some((item) => typeof item === 'object' && item !== null);
  return { explode: true, json: isStructured };
}

/** Writes bytes and text unchanged, and other values as JSON: a body whose documented type is a range. */
export const rawOrJson: BodyWriter = (body) =>
  (typeof body === 'object' && Object.getPrototypeOf(body) === Object.prototype) || Array.isArray(body)
    ? JSON.stringify(body)
    : (body as WrittenBody);

/** Writes bytes or text unchanged. */
export const raw: BodyWriter = (body) => body as WrittenBody;

function listMembers(body: unknown): [string, unknown][] {
  return Object.entries(body as object).filter(([, value]) => value !== undefined && value !== null);
}
