// Paths have to lead to one operation, and a request has to be able to have them (OpenAPI 3.1, Paths Object).
import type { Operation } from '@keyframe/openapi-model';
import type { Generation } from '../../generation.ts';

/** Refuses paths that match the same requests, and those that match no request. */
export function checkPaths(generation: Generation): void {
  const first = new Map<string, Operation>();
  for (const operation of generation.model.operations) {
    refuseUnreachable(generation, operation);
    const key = `${operation.method} ${templateKey(operation.path)}`;
    const other = first.get(key);
    if (other) refuseIdentical(generation, operation, other);
    first.set(key, other ?? operation);
  }
}

/** Writes a template without the names of its parameters, in which identical ones may differ. */
export function templateKey(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}');
}

function refuseIdentical({ errors }: Generation, { path, pointer }: Operation, other: Operation): void {
  const message = `The path ${path} is identical to ${other.path}, which already has the operation.`;
  errors.add(pointer, message, 'Keep one of the two.');
}

// A query of constants is routed; one with expressions is what parameters are for.
function refuseUnreachable({ errors }: Generation, { path, pointer }: Operation): void {
  if (!/\?.*\{/.test(path)) return;
  const message = `The path ${path} has a parameter in its query.`;
  errors.add(pointer, message, 'Declare it as a query parameter.');
}
