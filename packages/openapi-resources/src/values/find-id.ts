// The id of a resource in a body.
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { Conventions } from '../conventions/conventions.ts';
import { listIdNames } from '../names/id-names.ts';
import { listWrappers } from '../names/wrappers.ts';

/** The names by which the id of a resource is found. */
export interface IdentifiedKind {
  itemPath: string;
  conventions: Conventions;
  /** The property with the id; undefined if it is unknown. */
  idProperty?: string | undefined;
}

/** Finds the id of a resource in its representation. */
export function findId(body: JsonValue | undefined, kind: IdentifiedKind): number | string | undefined {
  if (!isJsonObject(body)) return undefined;
  const { idProperty, conventions, itemPath: path } = kind;
  const names = idProperty === undefined ? listIdNames(path, conventions) : [idProperty];
  const id = names.map((name) => body[name]).find(isId);
  if (id !== undefined) return id;
  const wrappers = listWrappers({ names: Object.keys(body), path, conventions });
  return wrappers.map((name) => findId(body[name], kind)).find((candidate) => candidate !== undefined);
}

/** Finds the property of a representation that has a known id: by usual names first, then by its value. */
export function findIdProperty(
  body: JsonValue | undefined,
  kind: Omit<IdentifiedKind, 'idProperty'>,
  id: JsonValue,
): string | undefined {
  if (!isJsonObject(body)) return undefined;
  const { conventions, itemPath: path } = kind;
  const hasValue = (name: string) => typeof body[name] !== 'object' && String(body[name]) === String(id);
  const names = [...listIdNames(path, conventions), ...Object.keys(body)];
  const property = names.find((name) => Object.hasOwn(body, name) && hasValue(name));
  if (property !== undefined) return property;
  const wrappers = listWrappers({ names: Object.keys(body), path, conventions });
  return wrappers.map((name) => findIdProperty(body[name], kind, id)).find((name) => name !== undefined);
}

function isId(value: JsonValue | undefined): value is number | string {
  return typeof value === 'string' || typeof value === 'number';
}
