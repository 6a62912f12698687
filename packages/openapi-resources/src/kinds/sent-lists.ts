// Requests that create several resources: the body is a list of them, or has one.
import type { Operation } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { canBeList, collectProperties, findItems, mergeProperties } from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';
import { listItemMembers, planList } from '../lists/list-plan.ts';

/** Finds the names that lead to the only list of objects in a request; undefined unless there is exactly one. */
export function findSentList(request: SchemaNode | undefined): readonly string[] | undefined {
  if (!request) return undefined;
  if (canBeList(request)) return [];
  const lists = [...collectProperties(request)].filter(([, nodes]) => nodes.some(canBeList));
  return lists.length === 1 ? lists.map(([name]) => name) : undefined;
}

/** Collects the schemas of the members of a new resource in a request, and of the items of its list. */
export function collectSent(
  request: SchemaNode | undefined,
  sentList: readonly string[] | undefined,
): Map<string, SchemaNode[]> {
  if (!request) return new Map();
  if (!sentList) return collectProperties(request);
  const [name] = sentList;
  const lists = name === undefined ? [request] : (collectProperties(request).get(name) ?? []);
  const items = lists.map((node) => findItems(node)).filter((node) => node !== undefined);
  return mergeProperties(name === undefined ? [request, ...items] : items);
}

/** Reports whether the response to a POST lists what it has created: 201, or items like those that were sent. */
export function listsCreated(operation: Operation, { reader, idNames, sent }: ListedSearch): boolean {
  const isNew = operation.responses.some(({ status }) => status === '201');
  return listsSent(operation, { reader, idNames, sent: isNew ? undefined : (sent ?? new Map()) });
}

/** Reports whether a response lists resources with ids that have members of a request, or any resources without one. */
export function listsSent(operation: Operation, { reader, idNames, sent }: ListedSearch): boolean {
  const plan = planList(reader, operation);
  if (!plan) return false;
  const listed = listItemMembers(reader, operation, plan);
  const isSimilar = sent === undefined || [...sent.keys()].some((name) => listed.has(name));
  return isSimilar && idNames.some((name) => listed.has(name));
}

interface ListedSearch {
  reader: DocumentReader;
  idNames: readonly string[];
  /** The members of new resources in a request. */
  sent: ReadonlyMap<string, unknown> | undefined;
}
