// Single values: a path without an id of its own that is read and written, such as `/settings`.
import type { Method, OpenApiModel, Operation } from '@keyframe/openapi-model';
import { writeTemplate } from '../paths/path-templates.ts';
import type { DerivedKind } from './derive-kinds.ts';

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
  const kindTemplates = new Set(kinds.map(({ itemPath }) => writeTemplate(itemPath)));
  const lists = new Set(kinds.map(({ list }) => list?.resourcePath));
  const singles: Single[] = [];
  for (const [path, targets] of Map.groupBy(operations, ({ resourcePath }) => resourcePath)) {
    if (kindTemplates.has(writeTemplate(path)) || lists.has(path)) continue;
    const find = (method: Method) => targets.find((operation) => operation.resourceMethod === method);
    const read = find('get');
    if (!read) continue;
    const findChange = (method: Method) => {
      const change = find(method);
      return change && isOfWhole(change, read) ? change : undefined;
    };
    const [replace, merge, remove] = [findChange('put'), findChange('patch'), findChange('delete')];
    if (!replace && !merge) continue;
    const used = [read, replace, merge, remove].filter((operation) => operation !== undefined);
    singles.push({ path, read, replace, merge, remove, operations: used });
  }
  return singles;
}

// A change that requires a parameter in the query, which the read does not have, is one of a part, such as an item of a list.
function isOfWhole(change: Operation, read: Operation): boolean {
  const names = read.parameters.map(({ name }) => name);
  return change.parameters.every(
    ({ location, required, name }) => location !== 'query' || !required || names.includes(name),
  );
}
