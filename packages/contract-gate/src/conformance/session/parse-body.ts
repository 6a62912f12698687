import { isJson } from '@keyframe/openapi-runtime/http';
import { findHeader, type WireResponse } from '../wire/wire.ts';
import type { ParsedBody } from './check.ts';

// RFC 8259, section 8.1: a byte order mark must not be added and is not JSON.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

// RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5; frameworks often send a Content-Type nevertheless.
const WITHOUT_CONTENT = new Set([204, 205, 304]);

/** Parses a JSON body. */
export function parseBody(response: WireResponse): ParsedBody {
  if (WITHOUT_CONTENT.has(response.status) && response.body.length === 0) return { kind: 'empty' };
  const type = findHeader(response, 'content-type');
  if (type === undefined || !isJson(type)) return { kind: response.body.length === 0 ? 'empty' : 'other' };
  try {
    return { kind: 'json', value: JSON.parse(decoder.decode(response.body)) };
  } catch {
    return { kind: 'malformed' };
  }
}
