import type { JsonValue } from '@keyframe/openapi-model/document';
import { type Code, list, object, quote } from './code.ts';

/** Writes a JSON value as a literal. */
export function jsonCode(value: JsonValue | undefined): Code {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return list(value.map(jsonCode));
  if (typeof value === 'object' && value !== null) {
    return object(Object.keys(value).map((name) => [name, jsonCode(value[name])]));
  }
  return Object.is(value, -0) ? '-0' : String(value);
}
