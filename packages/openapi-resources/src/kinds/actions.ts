// Actions of resources, such as `POST /orders/{id}/cancel`: operations below a resource that change it.
import type { Operation } from '@keyframe/openapi-model';
import { collectProperties, findNodes, mergeProperties } from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';
import { findReference, findRequestSchema, findSuccessSchema } from '../document/operation-schemas.ts';
import { simplifyName } from '../names/words.ts';
import { isBelow, writeTemplate } from '../paths/path-templates.ts';
import { findActionState } from '../states/state-machine.ts';
import type { ResourceKind } from './resource-kind.ts';

const METHODS: ReadonlySet<string> = new Set(['patch', 'post', 'put']);

/**
 * Finds the operations with a name below the path of a resource that return the schema of what is read there, or are named
 * after a state of it or after a member that they set.
 */
export function findActions(
  kind: Pick<ResourceKind, 'envelope' | 'itemPath' | 'read' | 'source' | 'stateProperty' | 'states'>,
  operations: readonly Operation[],
  reader: DocumentReader,
): Operation[] {
  const { itemPath, read, source, envelope, states, stateProperty } = kind;
  const schema = findReference(read, ['200']);
  const body = findSuccessSchema(source, reader);
  const members = body ? mergeProperties(findNodes([body], envelope.path)) : new Map<string, unknown>();
  return operations.filter((operation) => {
    const name = writeTemplate(operation.resourcePath).slice(writeTemplate(itemPath).length + 1);
    if (
      !METHODS.has(operation.resourceMethod) ||
      !isBelow(operation.resourcePath, itemPath) ||
      name.includes('{')
    )
      return false;
    const returns = schema !== undefined && findReference(operation, ['200', '201']) === schema;
    const entersState = [states, stateProperty].some(
      (candidate) => candidate && findActionState(operation.resourcePath, candidate) !== undefined,
    );
    return returns || entersState || setsMember(operation, { name, members, reader });
  });
}

// `PATCH /dishes/{id}/name` with a `name`.
function setsMember(
  operation: Operation,
  {
    name,
    members,
    reader,
  }: { name: string; members: Pick<ReadonlySet<string>, 'has'>; reader: DocumentReader },
): boolean {
  const request = findRequestSchema(operation, reader);
  const names = request ? [...collectProperties(request).keys()] : [];
  return names.some((key) => simplifyName(key) === simplifyName(name) && members.has(key));
}
