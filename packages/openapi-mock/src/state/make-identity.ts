import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { makeId } from './make-id.ts';

/** Makes the members of a new resource that identify it, like those of its template. */
export function makeIdentity(
  template: JsonObject,
  names: readonly string[],
  { number, accepts }: { number: number; accepts: (name: string, value: JsonValue) => boolean },
): JsonObject {
  const members: JsonObject = {};
  for (const name of names) {
    const example = template[name];
    if (typeof example !== 'string' && typeof example !== 'number') continue;
    const isAccepted = (value: JsonValue) => typeof value === typeof example && accepts(name, value);
    members[name] = makeId({ example, number, accepts: isAccepted, generated: [] });
  }
  return members;
}

/** Returns a representation with its id, which an example that contradicts its schema would hide. */
export function keepId(
  value: JsonObject,
  id: JsonValue | undefined,
  { idProperty, accepts }: { idProperty: string | undefined; accepts: (value: JsonObject) => boolean },
): JsonObject {
  const isNamed = idProperty === undefined || id === undefined || value[idProperty] === id;
  return isNamed || accepts(value) ? value : { ...value, [idProperty]: id };
}
