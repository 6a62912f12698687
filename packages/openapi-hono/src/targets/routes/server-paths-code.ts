import { type Code, list, quote } from '@keyframe/openapi-codegen';
import { listServerPaths, type Operation } from '@keyframe/openapi-model';
import type { Generation } from '../../generation.ts';

/**
 * Writes the paths of the servers of an operation that the document itself does not have; undefined without any. An app
 * is mounted below a path of the document's servers, so these are left to it.
 */
export function serverPathsCode(
  { model, warnings }: Generation,
  operation: Pick<Operation, 'method' | 'path' | 'pointer' | 'servers'>,
): Code | undefined {
  const documented = listServerPaths(model);
  const paths = listServerPaths(operation).filter((path) => !documented.includes(path) && path !== '');
  if (paths.length === 0) return undefined;
  const { method, path, pointer, servers } = operation;
  const targets = paths.map((base) => `${base}${path}`).join(', ');
  const message = `${method.toUpperCase()} ${path} has servers of its own, so the app also answers it at ${targets}, relative to where it is mounted.`;
  warnings.add(
    servers[0]?.pointer ?? pointer,
    message,
    'Middleware that is bound to paths must cover these as well.',
  );
  return list(paths.map(quote));
}
