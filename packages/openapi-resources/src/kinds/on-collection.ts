// Operations on the collection of a resource.
import type { Method, Operation } from '@keyframe/openapi-model';
import { isPluralPath } from '../names/id-names.ts';
import { getCollection, writeTemplate } from '../paths/path-templates.ts';
import { hasVerbs } from '../paths/verbs.ts';
import type { CreationSearch } from './creation-search.ts';
import type { Creation } from './resource-kind.ts';

/** Finds an operation on the collection of a resource: `/things` for `/things/{id}`, otherwise for `/thing/{id}`. */
export function findOnCollection(
  operations: readonly Operation[],
  method: Method,
  itemPath: string,
): Operation | undefined {
  return listOnCollection(operations, method, itemPath)[0];
}

/** Lists the operations on the collection of a resource: creations with a verb first, then `/things` before `/thing`. */
export function listOnCollection(
  operations: readonly Operation[],
  method: Method,
  itemPath: string,
): Operation[] {
  const prefix = writeTemplate(getCollection(itemPath));
  const candidates = operations.filter((operation) => operation.resourceMethod === method);
  const singular = candidates.filter(({ resourcePath }) => writeTemplate(resourcePath) === prefix);
  const plural = candidates.filter(({ resourcePath }) => isPluralPath(resourcePath, itemPath));
  const rank = (operation: Operation) => (hasVerbs(operation) === (method === 'post') ? 0 : 1);
  const sort = (list: Operation[]) => list.toSorted((left, right) => rank(left) - rank(right));
  return [...sort(singular), ...sort(plural)];
}

/** Finds the list of a collection: `/things`, `/things/list`, or that beside the creation elsewhere. */
export function findList(
  { operations, itemPath, reader: { conventions } }: CreationSearch,
  creation: Creation | undefined,
): Operation | undefined {
  const lists = operations.filter(({ resourceMethod }) => resourceMethod === 'get');
  const collection = writeTemplate(getCollection(itemPath));
  const isListing = ({ resourcePath }: Operation) => {
    const template = writeTemplate(resourcePath);
    const name = template.slice(collection.length + 1);
    return template.startsWith(`${collection}/`) && conventions.matches('listing', name);
  };
  // PUT creates at the path of the resource itself.
  const isAtCreation = ({ resourcePath }: Operation) =>
    resourcePath === creation?.operation.resourcePath && resourcePath !== itemPath;
  return findOnCollection(operations, 'get', itemPath) ?? lists.find(isListing) ?? lists.find(isAtCreation);
}
