import { isIdentifier } from '@keyframe/openapi-codegen';
import type { Operation } from '@keyframe/openapi-model';
import { findNearestNames } from '@keyframe/openapi-model/names';
import { RenameInvalidError } from './rename-invalid-error.ts';

/** Finds the new names of operations by their ids. Throws RenameInvalidError for an unknown id or an unusable name. */
export function readRenames(
  operations: readonly Operation[],
  renames: Readonly<Record<string, string>>,
): ReadonlyMap<Operation, string> {
  const namesByOperation = new Map<Operation, string>();
  const used = new Map<string, string>();
  for (const [id, name] of Object.entries(renames)) {
    const operation = operations.find((candidate) =>
      [candidate.id, candidate.operationId, formatCall(candidate)].includes(id),
    );
    if (operation === undefined) throw new RenameInvalidError(describeUnknown(id, operations));
    if (!isIdentifier(name))
      throw new RenameInvalidError(
        `Operation ${id} cannot be renamed to "${name}": it is not a JavaScript identifier.`,
      );
    const existing = used.get(name);
    if (existing !== undefined)
      throw new RenameInvalidError(`Operations ${existing} and ${id} cannot both be renamed to ${name}.`);
    used.set(name, id);
    namesByOperation.set(operation, name);
  }
  return namesByOperation;
}

function formatCall({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path}`;
}

function describeUnknown(id: string, operations: readonly Operation[]): string {
  const near = findNearestNames(
    id,
    operations.map((operation) => operation.id),
  );
  const hint = near.length > 0 ? ` Near it: ${near.join(', ')}.` : '';
  return `Operation ${id} not found.${hint} Use an operationId or "GET /path".`;
}
