// Operations whose path names a creation: `POST /images/upload` for `/images/{id}`, `POST /users/bulk` for `/users/{id}`.
import type { Operation } from '@keyframe/openapi-model';
import { collectProperties } from '../document/schema-parts.ts';
import { type CreationSearch, findIdPath, findNamedId } from './derive-creation.ts';
import { splitWords } from './id-names.ts';
import { findRequestSchema, findSuccessSchema } from './operation-schemas.ts';
import { getCollection } from './path-templates.ts';
import type { Creation } from './resource-kind.ts';
import { collectSent, findSentList, listsCreated } from './sent-lists.ts';

const WORDS =
  /^(?:add|adopt|batch|bulk|create|enroll|import|insert|many|multiple|new|register|signup|start|submit|upload)$/;

// `batch_estimate` creates nothing.
const OTHERS =
  /^(?:calculate|cancel|check|count|delete|estimate|export|preview|price|quote|remove|search|simulate|update|validate|verify)$/;

/** Lists the creations on a collection, and at paths below it that are named as one. */
export function listNamedCreations(search: CreationSearch): Creation[] {
  const { operations, itemPath } = search;
  const collection = getCollection(itemPath);
  return operations.flatMap((operation) => {
    const path = operation.resourcePath;
    const isNamed =
      path === collection ||
      (path.startsWith(`${collection}/`) && isNamedCreation(path.slice(collection.length + 1)));
    return operation.method === 'post' && isNamed ? (describeCreation(operation, search) ?? []) : [];
  });
}

function isNamedCreation(name: string): boolean {
  const words = splitWords(name);
  return (
    !/[/{]/.test(name) && words.some((word) => WORDS.test(word)) && !words.some((word) => OTHERS.test(word))
  );
}

function describeCreation(
  operation: Operation,
  { schemas, itemPath, idNames, read }: CreationSearch,
): Creation | undefined {
  const success = findSuccessSchema(operation, schemas);
  const requested = findRequestSchema(operation, schemas);
  const sentList = findSentList(requested);
  const rule = `POST ${operation.path} is named as a creation`;
  if (sentList) {
    const sent = collectSent(requested, sentList);
    const returned = findSuccessSchema(read, schemas);
    const shown = returned ? collectProperties(returned) : new Map<string, unknown>();
    // Items that are sent must be like those that are read.
    if ([...sent.keys()].some((name) => shown.has(name))) {
      const answersList = listsCreated(operation, { schemas, idNames, sent });
      return { operation, idPath: undefined, sentList, answersList, rule };
    }
  }
  const idPath = findIdPath(success, idNames) ?? findNamedId(success, itemPath);
  return idPath && { operation, idPath, rule };
}
