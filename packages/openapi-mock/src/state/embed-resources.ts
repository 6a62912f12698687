// Writes the resources that were created below others into the lists of these.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { Embedded } from '@keyframe/openapi-resources';
import { isWithin, type Resource, type World } from './world.ts';

/** The lists of a kind, and the values that its representations accept. */
export interface Embedding {
  embedded: readonly Embedded[];
  accepts: (value: JsonObject) => boolean;
}

/** Writes what was created below resources into their lists, after the items that requests have set. */
export function embedInner(
  world: World,
  resources: readonly Resource[],
  { embedded, accepts }: Embedding,
): readonly Resource[] {
  for (const one of embedded) {
    const groups = Map.groupBy(world.list(one.itemPath), ({ parents }) => parents[one.parameter] ?? '');
    for (const resource of resources) {
      const children = (groups.get(resource.id) ?? []).filter((child) => isWithin(child, resource.parents));
      if (children.length === 0 && !Object.hasOwn(resource.value, one.member)) continue;
      const listed = [...listSent(resource, children, one), ...children.map(({ value }) => value)];
      const value = { ...resource.value, [one.member]: listed };
      if (accepts(value)) resource.value = value;
    }
  }
  return resources;
}

// A request that repeats what was read contains the inner resources, too.
function listSent({ owned }: Resource, children: readonly Resource[], one: Embedded): JsonValue[] {
  const items = owned[one.member];
  const ids = new Set(children.map(({ id }) => id));
  const isInner = (item: JsonValue) => isJsonObject(item) && ids.has(String(item[one.idProperty ?? '']));
  return Array.isArray(items) ? items.filter((item) => !isInner(item)) : [];
}
