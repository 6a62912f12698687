// Finds where a document describes the representation of the resources of a kind.
import type { Operation } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { findNodes, mergeProperties } from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';
import { findRequestSchema, findSuccessSchema } from '../document/operation-schemas.ts';
import { planList } from '../lists/list-plan.ts';
import { findEnvelope, isScalar } from './envelope.ts';
import type { Creation, Envelope } from './resource-kind.ts';
import { collectSent } from './sent-lists.ts';

/** A representation inside the body of a response. */
export interface Representation {
  source: Operation | undefined;
  envelope: Envelope;
}

/** The operations that may return a resource, and the names of its id. */
export interface RepresentationSearch {
  reader: DocumentReader;
  idNames: readonly string[];
  creation: Creation | undefined;
  list: Operation | undefined;
  /** The operations on one resource that return it, the read first. */
  targets: readonly (Operation | undefined)[];
}

/** Finds the representation: in the response of a read or change, or of the creation or list, whichever shows more of the request. */
export function findRepresentation(search: RepresentationSearch): Representation {
  const { reader, creation, targets } = search;
  const target = targets.find((operation) => findSuccessSchema(operation, reader));
  const listed = target ? undefined : findListed(search);
  if (listed) return listed;
  const source = target ?? creation?.operation;
  const envelope = findEnvelope(findSuccessSchema(source, reader), search);
  const idProperty = creation?.isIdUndeclared ? search.idNames[0] : undefined;
  return { source, envelope: envelope ?? { path: [], idProperty } };
}

function findListed(search: RepresentationSearch): Representation | undefined {
  const { reader, idNames, creation, list } = search;
  const body = findSuccessSchema(list, reader);
  const plan = list && planList(reader, list);
  if (!body || !plan) return undefined;
  const path = [...plan.items, '0'];
  const properties = mergeProperties(findNodes([body], path));
  const idProperty = idNames.find((name) => isScalar(properties.get(name)));
  if (idProperty === undefined) return undefined;
  const requested = collectSent(findRequestSchema(creation?.operation, reader), creation?.sentList);
  const count = (shown: Pick<ReadonlyMap<string, unknown>, 'has'>) =>
    [...requested.keys()].filter((name) => shown.has(name)).length;
  const created = findSuccessSchema(creation?.operation, reader);
  const isBetter = !created || count(properties) > count(listMembers(created, search));
  return isBetter ? { source: list, envelope: { path, idProperty } } : undefined;
}

function listMembers(created: SchemaNode, search: RepresentationSearch) {
  return mergeProperties(findNodes([created], findEnvelope(created, search)?.path ?? []));
}
