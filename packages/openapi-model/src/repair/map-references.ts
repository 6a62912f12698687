import { type JsonObject, memberOf, setMember } from '../json.ts';
import { type DocumentObject, type HeldMap, listMaps } from '../object-kinds.ts';
import { appendPointer } from '../pointer.ts';
import type { Problem } from '../problem.ts';
import { type RepairName, repairText } from './repairs.ts';

/** A `$ref` in place of the members of a map. OpenAPI allows references to objects only. */
export interface MapReference extends HeldMap {
  reference: string;
  problem: Problem & { rule: RepairName };
}

/** Lists the maps of an object that consist of a `$ref`. */
export function findMapReferences(object: DocumentObject): MapReference[] {
  return listMaps(object).flatMap((held) => {
    const reference = memberOf(held.map, '$ref');
    if (typeof reference !== 'string') return [];
    const problem = {
      rule: 'misplaced-ref',
      pointer: appendPointer(held.pointer, '$ref'),
      message: `"${held.name}" must be a map of named objects (got a reference to one).`,
      repair: repairText('Refer to each object by its name.'),
    } as const;
    return [{ ...held, reference, problem }];
  });
}

/** Replaces the `$ref` of a map by references to the members of `target`, which `base` refers to. */
export function expandMap(map: JsonObject, target: JsonObject, base: string): void {
  delete map.$ref;
  for (const key of Object.keys(target)) {
    if (!Object.hasOwn(map, key)) setMember(map, key, { $ref: appendPointer(base, key) });
  }
}
