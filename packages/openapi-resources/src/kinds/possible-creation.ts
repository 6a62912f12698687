// Operations that may create resources, although nothing in the document shows it: tests try them.
import { isJsonObject, type Operation } from '@keyframe/openapi-model';
import { findReference } from '../document/operation-schemas.ts';
import { documentsMissing } from '../document/responses.ts';
import { getCollection, writeTemplate } from '../paths/path-templates.ts';
import { hasVerbs } from '../paths/verbs.ts';
import type { CreationSearch } from './creation-search.ts';
import { listOnCollection } from './on-collection.ts';

/** Finds a POST on the collection of a resource, or a PUT of the resource, that may create one. */
export function findPossibleCreation(search: CreationSearch): Operation | undefined {
  const { operations, itemPath, targets } = search;
  const parent = writeTemplate(getCollection(getCollection(itemPath)));
  const reader = operations.find(
    ({ resourceMethod, resourcePath }) => resourceMethod === 'get' && writeTemplate(resourcePath) === parent,
  );
  const posts = listOnCollection(operations, 'post', itemPath).filter((post) => !returnsSame(post, reader));
  const put = targets.find(({ resourceMethod }) => resourceMethod === 'put');
  return (
    posts.find(hasVerbs) ??
    posts.find((post) => !documentsList(post)) ??
    (put && mayCreate(put) ? put : undefined)
  );
}

// `POST /plans/{code}/notes` that returns the plan shows no id of the note.
function returnsSame(post: Operation, reader: Operation | undefined): boolean {
  const schema = findReference(reader, ['200']);
  return schema !== undefined && findReference(post, ['200', '201']) === schema;
}

// A POST that returns a list with 200 may be a query.
function documentsList({ responses }: Operation): boolean {
  const success = responses.filter(({ status }) => /^2(?!01)/.test(status));
  return success.some(({ content }) =>
    content.some(({ schema }) => isJsonObject(schema?.schema) && schema.schema.type === 'array'),
  );
}

// A PUT that may not find its resource changes an existing one, unless it documents a creation, too.
function mayCreate(put: Operation): boolean {
  return !documentsMissing(put) || put.responses.some(({ status }) => status === '201');
}
