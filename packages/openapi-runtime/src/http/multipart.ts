// Takes a multipart body apart (RFC 7578). The platform's own formData() drops the headers of the parts, which
// OpenAPI lets a document describe.
import { findBytes, MAX_HEADER_BYTES, startsWith } from '../streams/read-parts.ts';
import { getParameter } from './media-type.ts';

/** Is one part of a multipart body. */
export interface Part {
  name: string;
  /** Undefined for a part that is no file. */
  filename: string | undefined;
  headers: Headers;
  content: Uint8Array<ArrayBuffer>;
}

/** Reads the parts of a body; undefined when it is no multipart body. */
export function readParts(body: ArrayBuffer, contentType: string): Part[] | undefined {
  const boundary = getParameter(contentType, 'boundary');
  if (boundary === undefined || boundary === '') return undefined;
  const bytes = new Uint8Array(body);
  const delimiter = new TextEncoder().encode(`\r\n--${boundary}`);
  const parts: Part[] = [];
  // The first delimiter has no line before it.
  let at = startsWith(bytes, delimiter.subarray(2), 0) ? delimiter.length - 2 : after(bytes, delimiter, 0);
  while (at >= 0) {
    if (bytes[at] === 0x2d && bytes[at + 1] === 0x2d) return parts;
    const start = afterLine(bytes, at);
    const end = start < 0 ? -1 : findBytes(bytes, delimiter, start - 2);
    const part = end < 0 ? undefined : readPart(bytes.subarray(start, Math.max(start, end)));
    if (!part) return undefined;
    parts.push(part);
    at = end + delimiter.length;
  }
  return undefined;
}

function readPart(bytes: Uint8Array<ArrayBuffer>): Part | undefined {
  const end = findBytes(bytes, new TextEncoder().encode('\r\n\r\n'), 0);
  if (end < 0 || end > MAX_HEADER_BYTES) return undefined;
  const headers = readHeaders(new TextDecoder().decode(bytes.subarray(0, end)));
  const disposition = headers?.get('content-disposition') ?? '';
  const name = dispositionParameter(disposition, 'name');
  if (!headers || name === undefined || !/^form-data\b/i.test(disposition)) return undefined;
  const filename = dispositionParameter(disposition, 'filename');
  return { name, filename, headers, content: bytes.slice(end + 4) };
}

// Names in other alphabets are UTF-8 in Content-Disposition, which Headers does not accept.
function readHeaders(text: string): Headers | undefined {
  const headers = new Headers();
  try {
    for (const line of text.split('\r\n')) {
      const at = line.indexOf(':');
      if (at < 0) return undefined;
      headers.append(line.slice(0, at), encodeNonLatin(line.slice(at + 1).trim()));
    }
    return headers;
  } catch {
    return undefined;
  }
}

// Browsers write a quote and a line break of a name as %22, %0D and %0A (WHATWG HTML, multipart/form-data), and nothing else.
function encodeNonLatin(text: string): string {
  return text.replaceAll(/[^\0-\x7f]+|%(?!22|0D|0A)/gi, encodeURIComponent);
}

function dispositionParameter(disposition: string, name: string): string | undefined {
  const pattern = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, 'i');
  const match = pattern.exec(disposition);
  const text = match?.[1] ?? match?.[2];
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text.replaceAll(/\\(["\\])/g, '$1'));
  } catch {
    return text;
  }
}

function afterLine(bytes: Uint8Array, at: number): number {
  let index = at;
  while (bytes[index] === 0x20 || bytes[index] === 0x09) index += 1;
  return bytes[index] === 0x0d && bytes[index + 1] === 0x0a ? index + 2 : -1;
}

function after(bytes: Uint8Array, delimiter: Uint8Array, from: number): number {
  const at = findBytes(bytes, delimiter, from);
  return at < 0 ? -1 : at + delimiter.length;
}
