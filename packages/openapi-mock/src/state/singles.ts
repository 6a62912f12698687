// Single values: a path without an id of its own that is read and written, such as `/settings`.
import type { Method, OpenApiModel, Operation } from '@keyframe/openapi-model';
import type { DerivedKind } from './derive-kinds.ts';
import { writeTemplate } from './path-templates.ts';

/** A path that holds one value. */
export interface Single {
  path: string;
  read: Operation;
  replace: Operation | undefined;
  merge: Operation | undefined;
  remove: Operation | undefined;
  operations: readonly Operation[];
}

/** Finds the paths whose value is read by GET and written by PUT or PATCH, and that are no resources of a kind. */
export function findSingles({ operations }: OpenApiModel, kinds: readonly DerivedKind[]): Single[] {
  const known = new Set(kinds.map(({ itemPath }) => writeTemplate(itemPath)));
  const lists = new Set(kinds.map(({ list }) => list?.path));
  const paths = [...new Set(operations.map(({ path }) => path))];
  return paths.flatMap((path) => {
    if (known.has(writeTemplate(path)) || lists.has(path)) return [];
    const own = operations.filter((one) => one.path === path);
    const find = (method: Method) => own.find((one) => one.method === method);
    const read = find('get');
    const replace = find('put');
    const merge = find('patch');
    if (!read || (!replace && !merge)) return [];
    const remove = find('delete');
    const used = [read, replace, merge, remove].filter((one) => one !== undefined);
    return [{ path, read, replace, merge, remove, operations: used }];
  });
}
