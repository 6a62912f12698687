import { copyJson, isJsonObject, type JsonObject, type JsonValue, memberOf, setMember } from '../json.ts';
import { type Collection, type DocumentObject, listCollections } from '../object-kinds.ts';
import { appendPointer } from '../pointer.ts';
import type { Problem } from '../problem.ts';
import { type RepairName, repairText } from './repairs.ts';

/** A `$ref` in place of the members of a map or list. OpenAPI allows references to objects only. */
export interface MapReference extends Collection {
  reference: string;
  problem: Problem & { rule: RepairName };
}

/** Lists the maps and lists of an object that consist of a `$ref`. */
export function findMapReferences(object: DocumentObject): MapReference[] {
  const references: MapReference[] = [];
  for (const collection of listCollections(object)) {
    const { name, isList, value, pointer } = collection;
    const reference = memberOf(value, '$ref');
    if (typeof reference !== 'string') continue;
    const expected = isList ? 'an array' : 'a map of named objects';
    const problem = {
      rule: 'misplaced-ref',
      pointer: appendPointer(pointer, '$ref'),
      message: `"${name}" must be ${expected} (got a reference to one).`,
      repair: repairText(isList ? 'Write its items here.' : 'Refer to each object by its name.'),
    } as const;
    references.push({ ...collection, reference, problem });
  }
  return references;
}

/** Checks whether a value can replace the `$ref` of a collection. */
export function isExpansion(
  { isList }: Collection,
  target: JsonValue | undefined,
): target is JsonObject | JsonValue[] {
  return isList ? Array.isArray(target) : isJsonObject(target);
}

/**
 * Replaces the `$ref` of a collection by references to the members of `target`, which `base` refers to; values that nothing can
 * refer to are copied.
 */
export function expandMap(collection: Collection, target: JsonObject | JsonValue[], base: string): void {
  const { holder, name, value, kind } = collection;
  const refer = (item: JsonValue, token: number | string) =>
    kind === undefined ? copyJson(item) : { $ref: appendPointer(base, token) };
  if (Array.isArray(target)) {
    setMember(holder, name, target.map(refer));
    return;
  }
  delete value.$ref;
  for (const key of Object.keys(target)) {
    if (!Object.hasOwn(value, key)) setMember(value, key, refer(target[key] ?? null, key));
  }
}
