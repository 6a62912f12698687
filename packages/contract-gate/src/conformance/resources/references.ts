// Finds ids of other resources in a request: `customer_id` in a body, query or header refers to `/customers/{customer_id}`.
import type { JsonValue, Operation } from '@keyframe/openapi-model';
import { listReferringNames, simplifyReference } from '@keyframe/openapi-resources';
import { type Draft, sentValue } from '../requests/draft.ts';
import { type JsonPath, listScalars } from '../requests/json-paths.ts';
import type { Collection } from './collections.ts';

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
  readonly #collections: readonly Collection[];

  constructor(collections: readonly Collection[]) {
    this.#collections = collections;
    for (const collection of collections) {
      for (const name of listReferringNames(collection.itemPath)) {
        const key = simplifyReference(name);
        if (!this.#byName.has(key)) this.#byName.set(key, collection);
      }
    }
  }

  /** Lists the references of a draft, without those in its path. */
  list(draft: Draft): Reference[] {
    return [
      ...[...draft.parameters].flatMap(([key, own]) => {
        const [location = '', name = ''] = split(key);
        const collection = location === 'path' ? undefined : this.#find(name, draft.operation);
        return collection ? [{ slot: { kind: 'parameter', key } as const, value: own, collection }] : [];
      }),
      ...[...listScalars(sentValue(draft))].flatMap(({ path, value: own }) => {
        const name = path.findLast((token) => typeof token === 'string');
        const collection = name === undefined ? undefined : this.#find(String(name), draft.operation);
        return collection ? [{ slot: { kind: 'body', path } as const, value: own, collection }] : [];
      }),
    ].filter(({ value: own }) => typeof own === 'string' || typeof own === 'number');
  }

  #find(name: string, operation: Operation): Collection | undefined {
    const normalized = simplifyReference(name);
    return this.#byName.get(normalized) ?? (normalized === 'id' ? this.#findByPath(operation) : undefined);
  }

  // `PUT /pets` and `POST /pets/archive` may name the pet by `id`; a creation or a list uses it for something else.
  #findByPath(operation: Operation): Collection | undefined {
    const { resourcePath: path } = operation;
    if (path.includes('{')) return undefined;
    return this.#collections.find(({ itemPath, create, list }) => {
      const collectionPath = itemPath.slice(0, itemPath.lastIndexOf('/'));
      const isBelow = `${path}/`.startsWith(`${collectionPath}/`) && collectionPath !== '';
      return isBelow && operation !== create && operation !== list;
    });
  }
}

function split(key: string): [location: string, name: string] {
  const at = key.indexOf(':');
  return [key.slice(0, at), key.slice(at + 1)];
}
