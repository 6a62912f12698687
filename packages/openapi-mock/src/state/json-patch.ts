// JSON Patch (RFC 6902): a request whose body is a list of operations.

import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import { isJsonPatch } from '@keyframe/openapi-resources';
import { jsonEqual } from '@keyframe/openapi-runtime/client';
import { splitPointer } from '@keyframe/openapi-runtime/wire';
import type { Call } from '../engine.ts';

/** A value after its patch, or the reason why the patch cannot be applied. */
export type Patched = { value: JsonObject; problem?: undefined } | { value?: undefined; problem: string };

const MEDIA_TYPE = /^application\/json-patch\+json\s*(?:;|$)/i;
const INDEX = /^(?:0|[1-9]\d*)$/;

/** Returns the operations of a request that is a JSON Patch: by its media type, or a PATCH of operations alone. */
export function findJsonPatch({
  body,
  headers,
  operation,
}: Pick<Call, 'body' | 'headers' | 'operation'>): readonly JsonValue[] | undefined {
  if (!Array.isArray(body)) return undefined;
  const isPatch =
    MEDIA_TYPE.test(headers['content-type'] ?? '') || (operation.method === 'patch' && isJsonPatch(body));
  return isPatch ? body : undefined;
}

/** Lists the names of the members that operations change. */
export function listPatchedNames(operations: readonly JsonValue[]): string[] {
  const paths = operations.filter(isJsonObject).map(({ path }) => path);
  const names = paths.filter((path) => typeof path === 'string').map((path) => splitPointer(path)[0]);
  return names.filter((name) => name !== undefined);
}

/** Applies all operations to a value, or none. */
export function applyJsonPatch(value: JsonObject, operations: readonly JsonValue[]): Patched {
  let patched: JsonValue = value;
  for (const [index, operation] of operations.entries()) {
    const next: JsonValue | undefined = isOperation(operation)
      ? applyOperation(patched, operation)
      : undefined;
    if (next === undefined) return { problem: `/${index}: ${JSON.stringify(operation)} cannot be applied` };
    patched = next;
  }
  return isJsonObject(patched) ? { value: patched } : { problem: 'The patched value must be an object' };
}

type OperationObject = JsonObject & { op: string; path: string };

function isOperation(operation: JsonValue): operation is OperationObject {
  return isJsonObject(operation) && typeof operation.op === 'string' && typeof operation.path === 'string';
}

// Undefined if the operation cannot be applied.
function applyOperation(
  document: JsonValue,
  { op, path, from, value }: OperationObject,
): JsonValue | undefined {
  const target = readPointer(path);
  const source = readPointer(from);
  if (!target) return undefined;
  switch (op) {
    case 'add':
      return value === undefined ? undefined : add(document, target, value);
    case 'remove':
      return remove(document, target);
    case 'replace':
      return value === undefined ? undefined : replace(document, target, value);
    case 'copy':
      return source && add(document, target, read(document, source));
    case 'move': {
      // A value cannot be moved into itself.
      const isInside =
        source && target.length > source.length && source.every((token, at) => token === target[at]);
      return source && !isInside ? add(remove(document, source), target, read(document, source)) : undefined;
    }
    case 'test':
      return jsonEqual(read(document, target), value) ? document : undefined;
    default:
      return undefined;
  }
}

function readPointer(pointer: JsonValue | undefined): string[] | undefined {
  return pointer === '' || (typeof pointer === 'string' && pointer.startsWith('/'))
    ? splitPointer(pointer)
    : undefined;
}

function read(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  const [token, ...rest] = path;
  return token === undefined ? value : read(readMember(value, token), rest);
}

function readMember(value: JsonValue | undefined, token: string): JsonValue | undefined {
  if (Array.isArray(value)) return INDEX.test(token) ? value[Number(token)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

function add(document: JsonValue | undefined, path: readonly string[], member: JsonValue | undefined) {
  if (document === undefined || member === undefined) return undefined;
  return changeMember(document, path, {
    root: member,
    change: (parent, token) => {
      if (!Array.isArray(parent)) return { ...parent, [token]: member };
      const index = token === '-' ? parent.length : INDEX.test(token) ? Number(token) : Number.NaN;
      return index <= parent.length ? parent.toSpliced(index, 0, member) : undefined;
    },
  });
}

function remove(document: JsonValue, path: readonly string[]) {
  return changeMember(document, path, {
    root: undefined,
    change: (parent, token) => {
      if (readMember(parent, token) === undefined) return undefined;
      if (Array.isArray(parent)) return parent.toSpliced(Number(token), 1);
      const { [token]: _, ...members } = parent;
      return members;
    },
  });
}

function replace(document: JsonValue, path: readonly string[], member: JsonValue) {
  return changeMember(document, path, {
    root: member,
    change: (parent, token) => {
      if (readMember(parent, token) === undefined) return undefined;
      return Array.isArray(parent) ? parent.with(Number(token), member) : { ...parent, [token]: member };
    },
  });
}

interface Change {
  /** The value that replaces the document itself. */
  root: JsonValue | undefined;
  change: (parent: JsonObject | JsonValue[], token: string) => JsonValue | undefined;
}

function changeMember(value: JsonValue, path: readonly string[], options: Change): JsonValue | undefined {
  const [token, ...rest] = path;
  if (token === undefined) return options.root;
  if (!Array.isArray(value) && !isJsonObject(value)) return undefined;
  if (rest.length === 0) return options.change(value, token);
  const member = readMember(value, token);
  const changed = member === undefined ? undefined : changeMember(member, rest, options);
  if (changed === undefined) return undefined;
  return Array.isArray(value) ? value.with(Number(token), changed) : { ...value, [token]: changed };
}
