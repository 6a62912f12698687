// Resources that no operation creates, but that one deletes: each exists until then.
import type { OpenApiModel, Operation } from '@keyframe/openapi-model';
import { isItemPath, writeTemplate } from '../paths/path-templates.ts';
import type { DerivedKind } from './derive-kinds.ts';

/** A path of resources that are read and deleted. */
export interface Removable {
  /** `/things/{id}` */
  itemPath: string;
  operations: readonly Operation[];
}

/** Finds the paths of such resources. */
export function findRemovables({ operations }: OpenApiModel, kinds: readonly DerivedKind[]): Removable[] {
  const kindTemplates = new Set(kinds.map(({ itemPath }) => writeTemplate(itemPath)));
  const byPath = Map.groupBy(operations, ({ resourcePath }) => resourcePath);
  return [...byPath]
    .map(([itemPath, targets]) => ({ itemPath, operations: targets }))
    .filter(({ itemPath, operations: targets }) => {
      const methods = new Set(targets.map(({ resourceMethod }) => resourceMethod));
      const isItem = isItemPath(itemPath) && !kindTemplates.has(writeTemplate(itemPath));
      return isItem && methods.has('get') && methods.has('delete');
    });
}
