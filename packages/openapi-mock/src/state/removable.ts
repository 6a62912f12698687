// Resources that no operation creates, but that one deletes: each exists until then.
import type { OpenApiModel, Operation } from '@keyframe/openapi-model';
import type { Call, Outcome } from '../engine.ts';
import type { DerivedKind } from './derive-kinds.ts';
import { isItemPath, writeTemplate } from './path-templates.ts';

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
      const methods = new Set(targets.map(({ method }) => method));
      const isItem = isItemPath(itemPath) && !kindTemplates.has(writeTemplate(itemPath));
      return isItem && methods.has('get') && methods.has('delete');
    });
}

/** Answers requests for resources that were deleted; what is below them stays, since it is not of this kind. */
export class RemovableBehavior {
  readonly #removable: Removable;

  constructor(removable: Removable) {
    this.#removable = removable;
  }

  /** Runs an operation; undefined if the resource exists. */
  run({ operation, pathname, world }: Call): Outcome | undefined {
    if (!this.#removable.operations.includes(operation)) return undefined;
    if (operation.method === 'put') world.restore(pathname);
    if (world.isRemoved(pathname)) return { status: 404 };
    if (operation.method === 'delete') world.markRemoved(pathname);
    return undefined;
  }
}
