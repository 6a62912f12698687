import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import { findHeader, type WireResponse } from '../wire/wire.ts';
import type { ParsedBody } from './check.ts';

// RFC 8259, section 8.1: a byte order mark must not be added and is not JSON.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

// RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5; frameworks often send a Content-Type nevertheless.
const WITHOUT_CONTENT = new Set([204, 205, 304]);

const LIMIT = { maxOutputLength: 64 * 2 ** 20 };
const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: (bytes) => brotliDecompressSync(bytes, LIMIT),
  deflate: (bytes) => inflateSync(bytes, LIMIT),
  gzip: (bytes) => gunzipSync(bytes, LIMIT),
  'x-gzip': (bytes) => gunzipSync(bytes, LIMIT),
};

/** Parses a JSON body. */
export function parseBody(response: WireResponse): ParsedBody {
  if (WITHOUT_CONTENT.has(response.status) && response.body.length === 0) return { kind: 'empty' };
  const type = findHeader(response, 'content-type');
  if (type === undefined || !isJson(type)) return { kind: response.body.length === 0 ? 'empty' : 'other' };
  try {
    return { kind: 'json', value: JSON.parse(decoder.decode(decodeContent(response))) };
  } catch {
    return { kind: 'malformed' };
  }
}

// A server may choose any coding for a request without Accept-Encoding (RFC 9110, section 12.5.3).
function decodeContent(response: WireResponse): Buffer {
  const codings = (findHeader(response, 'content-encoding') ?? '').toLowerCase().split(/\s*,\s*/);
  return codings.reduceRight((bytes, coding) => DECODERS[coding]?.(bytes) ?? bytes, response.body);
}
