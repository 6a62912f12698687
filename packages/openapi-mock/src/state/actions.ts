// Actions of resources, such as `POST /orders/{id}/cancel`: operations below a resource that return it.
import type { Operation } from '@keyframe/openapi-model';
import { findReference } from './derive-creation.ts';
import type { ResourceKind } from './resource-kind.ts';

const METHODS: ReadonlySet<string> = new Set(['patch', 'post', 'put']);

/** Reports whether a path is below that of a resource. */
export function isBelow(path: string, itemPath: string): boolean {
  return path.startsWith(`${itemPath}/`) || path.startsWith(`${itemPath}:`);
}

/** Finds the operations with a name below the path of a resource that return the schema of what is read there. */
export function findActions(
  { itemPath, read }: Pick<ResourceKind, 'itemPath' | 'read'>,
  operations: readonly Operation[],
): Operation[] {
  const shown = findReference(read, ['200']);
  if (shown === undefined) return [];
  return operations.filter(
    (operation) =>
      METHODS.has(operation.method) &&
      isBelow(operation.path, itemPath) &&
      !operation.path.slice(itemPath.length).includes('{') &&
      findReference(operation, ['200', '201']) === shown,
  );
}
