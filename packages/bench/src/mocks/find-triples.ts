// Finds the operations that a mock with state must connect: create, read and, if documented, delete.
import type { OpenApiModel, Operation } from '@keyframe/openapi-model';

/** The operations on resources of one path. */
export interface Triple {
  /** `/things/{id}` */
  itemPath: string;
  create: Operation;
  read: Operation;
  remove: Operation | undefined;
}

/** An operation that may create the resource at its own path. */
export interface Upsert {
  /** `/things/{id}` */
  itemPath: string;
  put: Operation;
}

/** Lists the paths `/things/{id}` that only PUT can create. */
export function findUpserts({ operations }: OpenApiModel): Upsert[] {
  const created = new Set(operations.filter(({ method }) => method === 'post').map(({ path }) => path));
  return operations
    .filter(({ method, path }) => method === 'put' && path.endsWith('}'))
    .filter(({ path }) => !created.has(path.slice(0, path.lastIndexOf('/'))))
    .map((put) => ({ itemPath: put.path, put }));
}

/** Lists the paths `/things/{id}` that can be read beside a path `/things` to which a body can be posted. */
export function findTriples({ operations }: OpenApiModel): Triple[] {
  const find = (method: string, path: string) =>
    operations.find((operation) => operation.method === method && operation.path.replace(/\/$/, '') === path);
  const triples: Triple[] = [];
  for (const itemPath of new Set(operations.map(({ path }) => path.replace(/\/$/, '')))) {
    if (!/\/\{[^{}/]+\}$/.test(itemPath)) continue;
    const read = find('get', itemPath);
    const create = find('post', itemPath.slice(0, itemPath.lastIndexOf('/')));
    if (read && create) triples.push({ itemPath, create, read, remove: find('delete', itemPath) });
  }
  return triples;
}
