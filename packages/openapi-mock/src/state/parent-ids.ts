// Ids of the resources around a new one, which its path names.
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import type { Call } from '../engine.ts';
import { listCompoundNames, listIdForms } from './id-names.ts';

/** The id of a resource around another one, and the names of the members that refer to it. */
export interface ParentId {
  names: readonly string[];
  value: JsonValue;
}

/** Lists the ids in the path of a request: 7 for `applicationId` in `/applications/7/contacts`. */
export function listParentIds({ operation, parameters }: Pick<Call, 'operation' | 'parameters'>): ParentId[] {
  const segments = operation.path.split('/');
  return segments.flatMap((segment, index) => {
    const name = /^\{([^{}]+)\}$/.exec(segment)?.[1];
    const value = name === undefined ? undefined : parameters.get(`path:${name}`);
    if (value === undefined) return [];
    return [{ names: listCompoundNames(segments.slice(0, index + 1).join('/')), value }];
  });
}

/** Lists the members that refer to the resources around a new one. */
export function listReferences(
  parents: readonly ParentId[],
  accepts: (name: string, value: JsonValue) => boolean,
): JsonObject {
  const members: JsonObject = {};
  for (const { names, value } of parents) {
    for (const name of names) {
      const fitting = listIdForms(value).find((one) => accepts(name, one));
      if (fitting !== undefined) members[name] = fitting;
    }
  }
  return members;
}
