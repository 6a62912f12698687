// Finds where a document describes the representation of the resources of a kind.
import type { Operation } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties, findNodes, listApplied, mergeProperties } from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';
import { findRequestSchema, findSuccessSchema } from '../document/operation-schemas.ts';
import { planList } from '../lists/list-plan.ts';
import { findEnvelope, type IdSearch, isScalar } from './envelope.ts';
import type { Creation, Envelope } from './resource-kind.ts';
import { collectSent } from './sent-lists.ts';

/** A representation inside the body of a response. */
export interface Representation {
  source: Operation | undefined;
  envelope: Envelope;
}

/** The operations that may return a resource, and the names of its id. */
export interface RepresentationSearch extends IdSearch {
  reader: DocumentReader;
  creation: Creation | undefined;
  list: Operation | undefined;
  read: Operation | undefined;
  /** The operations that change one resource and return it. */
  changes: readonly (Operation | undefined)[];
}

/** Finds the representation: in the response of a read; otherwise of a change, the creation or the list, whichever shows more of the request. */
export function findRepresentation(search: RepresentationSearch): Representation {
  const { reader, creation, read, changes } = search;
  const isRead = findSuccessSchema(read, reader) !== undefined;
  const returning = [...changes, creation?.operation].filter((operation) =>
    findSuccessSchema(operation, reader),
  );
  // A change may return only a message.
  const showsId = (operation: Operation | undefined) =>
    findEnvelope(findSuccessSchema(operation, reader), search) !== undefined;
  const source = isRead ? read : (returning.find(showsId) ?? returning[0] ?? creation?.operation);
  const listed = isRead ? undefined : findListed(search, source);
  if (listed) return listed;
  const envelope = findEnvelope(findSuccessSchema(source, reader), search);
  if (envelope) return { source, envelope };
  const undeclared = creation?.isIdUndeclared ? search.idNames[0] : undefined;
  const idProperty = creation?.chosenId ?? undeclared;
  return { source, envelope: { path: findRequested(search, source), idProperty } };
}

// Without an id, a member with the schema of the request is the resource.
function findRequested({ reader, creation }: RepresentationSearch, source: Operation | undefined): string[] {
  const requested = findRequestSchema(creation?.operation, reader);
  const returned = findSuccessSchema(source, reader);
  if (!requested || !returned) return [];
  const names = new Set(listApplied(requested).map(({ component }) => component));
  names.delete(undefined);
  const isSame = (node: SchemaNode) => listApplied(node).some(({ component }) => names.has(component));
  const [path] = [...collectProperties(returned)].find(([, nodes]) => nodes.some(isSame)) ?? [];
  return path === undefined ? [] : [path];
}

function findListed(search: RepresentationSearch, other: Operation | undefined): Representation | undefined {
  const { reader, idNames, creation, list } = search;
  const body = findSuccessSchema(list, reader);
  const plan = list && planList(reader, list);
  if (!body || !plan) return undefined;
  const path = [...plan.items, '0'];
  const properties = mergeProperties(findNodes([body], path));
  const idProperty = idNames.find((name) => isScalar(properties.get(name)));
  if (idProperty === undefined) return undefined;
  const requested = collectSent(findRequestSchema(creation?.operation, reader), creation?.sentList);
  const count = (names: Pick<ReadonlyMap<string, unknown>, 'has'>) =>
    [...requested.keys()].filter((name) => names.has(name)).length;
  const returned = findSuccessSchema(other, reader);
  const isBetter = !returned || count(properties) > count(listMembers(returned, search));
  return isBetter ? { source: list, envelope: { path, idProperty } } : undefined;
}

function listMembers(returned: SchemaNode, search: RepresentationSearch) {
  return mergeProperties(findNodes([returned], findEnvelope(returned, search)?.path ?? []));
}
