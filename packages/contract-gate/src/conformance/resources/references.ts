// Finds ids of other resources in a request: `customer_id` in a body, query or header refers to `/customers/{customer_id}`.
import type { JsonValue } from '@keyframe/openapi-model';
import { type Draft, sentValue } from '../requests/draft.ts';
import { type JsonPath, listScalars } from '../requests/json-paths.ts';
import type { Collection } from './collections.ts';
import { listReferringNames, normalizeName } from './resource-ids.ts';

/** The location of an id in a request. */
export type ReferenceSlot = { kind: 'body'; path: JsonPath } | { kind: 'parameter'; key: string };

/** An id in a request and the collection that it refers to. */
export interface Reference {
  slot: ReferenceSlot;
  value: JsonValue;
  collection: Collection;
}

/** Finds the collections that names refer to. */
export class References {
  readonly #byName = new Map<string, Collection>();

  constructor(collections: readonly Collection[]) {
    for (const collection of collections) {
      for (const name of listReferringNames(collection)) {
        const key = normalizeName(name);
        if (!this.#byName.has(key)) this.#byName.set(key, collection);
      }
    }
  }

  /** Lists the references of a draft, without those in its path. */
  list(draft: Draft): Reference[] {
    return [
      ...[...draft.parameters].flatMap(([key, own]) => {
        const [location = '', name = ''] = split(key);
        const collection = location === 'path' ? undefined : this.#find(name);
        return collection ? [{ slot: { kind: 'parameter', key } as const, value: own, collection }] : [];
      }),
      ...[...listScalars(sentValue(draft))].flatMap(({ path, value: own }) => {
        const name = path.findLast((token) => typeof token === 'string');
        const collection = name === undefined ? undefined : this.#find(String(name));
        return collection ? [{ slot: { kind: 'body', path } as const, value: own, collection }] : [];
      }),
    ].filter(({ value: own }) => typeof own === 'string' || typeof own === 'number');
  }

  #find(name: string): Collection | undefined {
    return this.#byName.get(normalizeName(name));
  }
}

function split(key: string): [location: string, name: string] {
  const at = key.indexOf(':');
  return [key.slice(0, at), key.slice(at + 1)];
}
