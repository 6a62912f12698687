// Creations whose `Location` leads to another collection: `POST /reports` with 202 for `/operations/{operation}`.
import { listPathParameters, type Operation } from '@keyframe/openapi-model';
import { collectProperties } from '@keyframe/openapi-schema/facts';
import { findSuccessSchema } from '../document/operation-schemas.ts';
import { splitWords, toSingular } from '../names/words.ts';
import { getCollection, isItemPath, writeTemplate } from '../paths/path-templates.ts';
import type { CreationSearch } from './creation-search.ts';
import type { Creation } from './resource-kind.ts';

/** Lists the operations whose `Location` leads to the resource of a search, since no path fits better. */
export function listLocationCreations(search: CreationSearch): Creation[] {
  const { operations, read, itemPath } = search;
  if (
    !read ||
    operations.some(
      ({ resourceMethod, resourcePath }) =>
        resourceMethod === 'post' && resourcePath === getCollection(itemPath),
    )
  )
    return [];
  return operations
    .filter((operation) => namesLocation(operation) && chooseTarget(operation, search) === read)
    .map((operation) => ({
      operation,
      idPath: undefined,
      rule: `POST ${operation.path} for ${itemPath}, id in the header Location`,
    }));
}

// A body would name the resource itself.
function namesLocation({ resourceMethod, responses }: Operation): boolean {
  const created = responses.find(({ status }) => status === '201' || status === '202');
  const hasLocation = created?.headers.some(({ name }) => name.toLowerCase() === 'location') ?? false;
  return resourceMethod === 'post' && hasLocation && created?.content.length === 0;
}

function chooseTarget(operation: Operation, search: CreationSearch): Operation | undefined {
  const template = writeTemplate(operation.resourcePath);
  const candidates = search.operations.filter(
    ({ resourceMethod, resourcePath }) => resourceMethod === 'get' && isItemPath(resourcePath),
  );
  // A creation creates the resources that are read beside it.
  if (candidates.some(({ resourcePath }) => writeTemplate(getCollection(resourcePath)) === template))
    return undefined;
  const ranked = candidates
    .map((candidate) => ({ candidate, rank: rankTarget(operation, candidate, search) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((left, right) => right.rank - left.rank);
  return ranked[0]?.candidate;
}

// Work that was accepted is read by its state, anything else by its name.
function rankTarget(operation: Operation, candidate: Operation, { reader }: CreationSearch): number {
  const parentNames = listPathParameters(candidate.resourcePath).slice(0, -1);
  if (!parentNames.every((name) => operation.resourcePath.includes(`{${name}}`))) return 0;
  const thing = toSingular(splitWords(candidate.resourcePath.split('/').at(-2) ?? '').at(-1) ?? '');
  const words = splitWords(`${operation.id} ${operation.summary ?? ''} ${operation.path}`).map(toSingular);
  const isNamed = words.includes(thing) ? 1 : 0;
  if (!operation.responses.some(({ status }) => status === '202')) return isNamed;
  const representation = findSuccessSchema(candidate, reader);
  const hasState =
    representation &&
    [...collectProperties(representation).keys()].some((name) => reader.conventions.matches('state', name));
  return isNamed + (reader.conventions.matches('work', thing) ? 4 : 0) + (hasState ? 2 : 0);
}
