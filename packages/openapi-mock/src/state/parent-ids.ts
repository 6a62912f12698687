// Ids of the resources around a new one, which its path names.
import { type JsonObject, type JsonValue, listPathParameters } from '@keyframe/openapi-model';
import { isItemPath, listCompoundNames, listIdForms } from '@keyframe/openapi-resources';
import type { Call } from '../engine.ts';

/** The id of a resource around another one, and the names of the members that refer to it. */
export interface ParentId {
  names: readonly string[];
  value: JsonValue;
}

/** Lists the ids in the path of a request: 7 for `applicationId` in `/applications/7/contacts`. */
export function listParentIds({ operation, parameters }: Pick<Call, 'operation' | 'parameters'>): ParentId[] {
  const path = operation.resourcePath;
  const parents: ParentId[] = [];
  for (const name of listPathParameters(path)) {
    const value = parameters.get(`path:${name}`);
    const itemPath = path.slice(0, path.indexOf(`{${name}}`) + name.length + 2);
    if (value !== undefined && isItemPath(itemPath))
      parents.push({ names: listCompoundNames(itemPath), value });
  }
  return parents;
}

/** Lists the members that refer to the resources around a new one. */
export function listReferences(
  parents: readonly ParentId[],
  accepts: (name: string, value: JsonValue) => boolean,
): JsonObject {
  const members: JsonObject = {};
  for (const { names, value } of parents) {
    for (const name of names) {
      const fitting = listIdForms(value).find((form) => accepts(name, form));
      if (fitting !== undefined) members[name] = fitting;
    }
  }
  return members;
}
