import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';

/** Reports whether each item of a list is an operation of JSON Patch (RFC 6902), whose meaning depends on the value that it changes. */
export function isJsonPatch(body: JsonValue | undefined): boolean {
  return Array.isArray(body) && body.length > 0 && body.every(isOperation);
}

function isOperation(item: JsonValue): boolean {
  return isJsonObject(item) && typeof item.op === 'string' && typeof item.path === 'string';
}
