// A request has to be able to have a path (OpenAPI 3.1, Paths Object).
import type { Operation } from '@keyframe/openapi-model';
import type { Generation } from '../../generation.ts';

/** Refuses paths that match no request. */
export function checkPaths(generation: Generation): void {
  for (const operation of generation.model.operations) refuseUnreachable(generation, operation);
}

// A query of constants is routed; one with expressions is what parameters are for.
function refuseUnreachable({ errors }: Generation, { path, pointer }: Operation): void {
  if (!/\?.*\{/.test(path)) return;
  const message = `The path ${path} has a parameter in its query.`;
  errors.add(pointer, message, 'Declare it as a query parameter.');
}
