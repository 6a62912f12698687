// Resources that no operation creates, but that one deletes: each exists until then.
import type { OpenApiModel, Operation } from '@keyframe/openapi-model';
import type { Call, Outcome } from '../engine.ts';
import type { DerivedKind } from './derive-kinds.ts';
import { writeTemplate } from './path-templates.ts';

/** A path of resources that are read and deleted. */
export interface Removable {
  /** `/things/{id}` */
  itemPath: string;
  operations: readonly Operation[];
}

/** Finds the paths of such resources. */
export function findRemovables({ operations }: OpenApiModel, kinds: readonly DerivedKind[]): Removable[] {
  const known = new Set(kinds.map(({ itemPath }) => writeTemplate(itemPath)));
  const paths = [...new Set(operations.map(({ path }) => path))];
  return paths.flatMap((itemPath) => {
    const own = operations.filter(({ path }) => path === itemPath);
    const has = (method: string) => own.some((one) => one.method === method);
    const isRemovable =
      itemPath.endsWith('}') && !known.has(writeTemplate(itemPath)) && has('get') && has('delete');
    return isRemovable ? [{ itemPath, operations: own }] : [];
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
