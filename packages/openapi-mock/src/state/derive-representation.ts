// Finds where a document describes the representation of the resources of a kind.
import type { Operation } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { findNodes, mergeProperties } from '../document/schema-parts.ts';
import type { Schemas } from '../document/schemas.ts';
import { findEnvelope, isScalar } from './envelope.ts';
import { planList } from './list-plan.ts';
import { findRequestSchema, findSuccessSchema } from './operation-schemas.ts';
import type { Creation, Envelope } from './resource-kind.ts';
import { collectSent } from './sent-lists.ts';

/** A representation inside the body of a response. */
export interface Representation {
  source: Operation | undefined;
  envelope: Envelope;
}

/** The operations that may return a resource, and the names of its id. */
export interface RepresentationSearch {
  schemas: Schemas;
  idNames: readonly string[];
  creation: Creation | undefined;
  list: Operation | undefined;
  /** The operations on one resource that return it, the read first. */
  targets: readonly (Operation | undefined)[];
}

/** Finds the representation: in the response of a read or change, or of the creation or list, whichever shows more of the request. */
export function findRepresentation(search: RepresentationSearch): Representation {
  const { schemas, idNames, creation, targets } = search;
  const own = targets.find((operation) => findSuccessSchema(operation, schemas));
  const listed = own ? undefined : findListed(search);
  if (listed) return listed;
  const source = own ?? creation?.operation;
  const envelope = findEnvelope(findSuccessSchema(source, schemas), idNames);
  const idProperty = creation?.isIdUndeclared ? idNames[0] : undefined;
  return { source, envelope: envelope ?? { path: [], idProperty } };
}

function findListed({ schemas, idNames, creation, list }: RepresentationSearch): Representation | undefined {
  const body = findSuccessSchema(list, schemas);
  const plan = list && planList(schemas, list);
  if (!body || !plan) return undefined;
  const path = [...plan.items, '0'];
  const properties = mergeProperties(findNodes([body], path));
  const idProperty = idNames.find((name) => isScalar(properties.get(name)));
  if (idProperty === undefined) return undefined;
  const requested = collectSent(findRequestSchema(creation?.operation, schemas), creation?.sentList);
  const count = (shown: Pick<ReadonlyMap<string, unknown>, 'has'>) =>
    [...requested.keys()].filter((name) => shown.has(name)).length;
  const created = findSuccessSchema(creation?.operation, schemas);
  const isBetter = !created || count(properties) > count(listMembers(created, idNames));
  return isBetter ? { source: list, envelope: { path, idProperty } } : undefined;
}

function listMembers(created: SchemaNode, idNames: readonly string[]) {
  return mergeProperties(findNodes([created], findEnvelope(created, idNames)?.path ?? []));
}
