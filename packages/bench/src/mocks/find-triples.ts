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
  const created = new Set(operations.flatMap(({ method, path }) => (method === 'post' ? [path] : [])));
  return operations.flatMap((put) => {
    const itemPath = put.path;
    if (put.method !== 'put' || !itemPath.endsWith('}')) return [];
    return created.has(itemPath.slice(0, itemPath.lastIndexOf('/'))) ? [] : [{ itemPath, put }];
  });
}

/** Lists the paths `/things/{id}` that can be read beside a path `/things` to which a body can be posted. */
export function findTriples({ operations }: OpenApiModel): Triple[] {
  const find = (method: string, path: string) =>
    operations.find((one) => one.method === method && one.path.replace(/\/$/, '') === path);
  const paths = [...new Set(operations.map(({ path }) => path.replace(/\/$/, '')))];
  return paths.flatMap((itemPath) => {
    if (!/\/\{[^{}/]+\}$/.test(itemPath)) return [];
    const read = find('get', itemPath);
    const create = find('post', itemPath.slice(0, itemPath.lastIndexOf('/')));
    return read && create ? [{ itemPath, create, read, remove: find('delete', itemPath) }] : [];
  });
}
