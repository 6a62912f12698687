// Operations whose path names a creation: `POST /images/upload` for `/images/{id}`, `POST /users/bulk` for `/users/{id}`.
import type { Operation } from '@keyframe/openapi-model';
import { collectProperties } from '@keyframe/openapi-schema/facts';
import { findRequestSchema, findSuccessSchema } from '../document/operation-schemas.ts';
import { getCollection } from '../paths/path-templates.ts';
import { returnsBareId } from './bare-id.ts';
import type { CreationSearch } from './creation-search.ts';
import { findIdPath, findNamedId } from './derive-creation.ts';
import type { Creation } from './resource-kind.ts';
import { collectSent, findSentList, listsCreated } from './sent-lists.ts';

/** Lists the creations on a collection, and at paths below it that are named as one. */
export function listNamedCreations(search: CreationSearch): Creation[] {
  const { operations, itemPath } = search;
  const collection = getCollection(itemPath);
  const isNamed = (path: string) =>
    path === collection ||
    (path.startsWith(`${collection}/`) && isNamedCreation(path.slice(collection.length + 1), search));
  return operations
    .filter(({ resourceMethod, resourcePath }) => resourceMethod === 'post' && isNamed(resourcePath))
    .map((operation) => describeCreation(operation, search))
    .filter((creation) => creation !== undefined);
}

function isNamedCreation(name: string, { reader: { conventions } }: CreationSearch): boolean {
  return (
    !/[/{]/.test(name) && conventions.matches('creation', name) && !conventions.matches('noCreation', name)
  );
}

function describeCreation(operation: Operation, search: CreationSearch): Creation | undefined {
  const { reader, itemPath, idNames, read } = search;
  const success = findSuccessSchema(operation, reader);
  const requested = findRequestSchema(operation, reader);
  const sentList = findSentList(requested);
  const rule = `POST ${operation.path} is named as a creation`;
  if (sentList) {
    const sent = collectSent(requested, sentList);
    const returned = findSuccessSchema(read, reader);
    const returnedMembers = returned ? collectProperties(returned) : new Map<string, unknown>();
    // Items that are sent must be like those that are read.
    if ([...sent.keys()].some((name) => returnedMembers.has(name))) {
      const answersList = listsCreated(operation, { reader, idNames, sent });
      return { operation, idPath: undefined, sentList, answersList, rule };
    }
  }
  const idPath = findIdPath(success, search) ?? findNamedId(success, itemPath);
  if (!idPath && returnsBareId(success, search)) return { operation, idPath: [], rule };
  return idPath && { operation, idPath, rule };
}
