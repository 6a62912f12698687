// A request has to be able to have a path (OpenAPI 3.1, Paths Object).
import type { Generation } from '../../generation.ts';

/** Refuses paths that match no request. */
export function checkPaths({ model, errors }: Generation): void {
  for (const { path, pointer } of model.operations) {
    // A query of constants is routed; one with expressions is what parameters are for.
    if (!/\?.*\{/.test(path)) continue;
    const message = `The path ${path} has a parameter in its query.`;
    errors.add(pointer, message, 'Declare it as a query parameter.');
  }
}
