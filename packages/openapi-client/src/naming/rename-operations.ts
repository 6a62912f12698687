import type { Operation } from '@keyframe/openapi-model';
import { isIdentifier } from '@keyframe/openapi-tooling/generator';
import { RenameInvalidError } from './rename-invalid-error.ts';

const MAX_SHOWN = 3;

/** Finds the new names of operations by their ids. Throws RenameInvalidError for an unknown id or an unusable name. */
export function readRenames(
  operations: readonly Operation[],
  renames: Readonly<Record<string, string>>,
): ReadonlyMap<Operation, string> {
  const found = new Map<Operation, string>();
  const used = new Map<string, string>();
  for (const [id, name] of Object.entries(renames)) {
    const operation = operations.find((one) => one.id === id || formatCall(one) === id);
    if (operation === undefined) throw new RenameInvalidError(describeUnknown(id, operations));
    if (!isIdentifier(name))
      throw new RenameInvalidError(
        `Operation ${id} cannot be renamed to "${name}": it is not a JavaScript identifier.`,
      );
    const other = used.get(name);
    if (other !== undefined)
      throw new RenameInvalidError(`Operations ${other} and ${id} cannot both be renamed to ${name}.`);
    used.set(name, id);
    found.set(operation, name);
  }
  return found;
}

function formatCall({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path}`;
}

function describeUnknown(id: string, operations: readonly Operation[]): string {
  const near = operations
    .map((one) => ({ id: one.id, distance: measureDistance(id.toLowerCase(), one.id.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(2, id.length / 2))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MAX_SHOWN);
  const hint = near.length > 0 ? ` Near it: ${near.map((one) => one.id).join(', ')}.` : '';
  return `Operation ${id} not found.${hint} Use an operationId or "GET /path".`;
}

// The number of characters to insert, delete or replace (Levenshtein).
function measureDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, candidate] of [...other].entries()) {
      const [above = 0, diagonal = 0, left = 0] = [row[column + 1], row[column], next[column]];
      next.push(Math.min(above + 1, left + 1, diagonal + (letter === candidate ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
