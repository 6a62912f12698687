import type { ResourceClient } from '../behavior/resource-client.ts';
import type { StateCheck, StateViolation } from '../behavior/state-check.ts';
import { type Draft, sentObject } from '../requests/draft.ts';
import { hasChosenIds } from '../resources/chosen-ids.ts';
import { type Resource, resourceId } from '../resources/resource.ts';

/** All resources that were created in a collection. */
export interface CreatedResources {
  client: ResourceClient;
  resources: readonly Resource[];
}

export const idReused: StateCheck<CreatedResources> = {
  id: 'id-reused',
  title: 'An id was assigned twice',
  explanation:
    'Two resources, one of which may be deleted, have the same id. Clients that stored the id now see the other resource.',
  basis: 'convention',
  run({ client: { collection, context }, resources }) {
    const { create } = collection;
    const { pool } = context;
    if (!create || hasChosenIds(collection)) return [];
    const seen = new Set<string>();
    return resources.flatMap((resource): StateViolation[] => {
      const { segments, created } = resource;
      const id = resourceId(resource);
      const key = JSON.stringify([...segments.values()]);
      const isReused = seen.has(key);
      seen.add(key);
      if (!isReused || !created || pool.isExisting(created) || isChosen(created.draft, id)) return [];
      const message = `The id ${id} was assigned twice.`;
      return [{ operation: create, exchange: created, message, expected: 'a new id', received: id }];
    });
  },
};

// A request may contain the id of the new resource.
function isChosen(draft: Draft, id: string): boolean {
  return Object.values(sentObject(draft) ?? {}).some((value) => String(value) === id);
}
