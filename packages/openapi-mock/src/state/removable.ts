// Resources that no operation creates, but that one deletes: each exists until then.
import type { OpenApiModel, Operation } from '@keyframe/openapi-model';
import type { Call, Outcome } from '../engine.ts';
import type { DerivedKind } from './derive-kinds.ts';

/** A path of resources that are read and deleted. */
export interface Removable {
  /** `/things/{id}` */
  itemPath: string;
  operations: readonly Operation[];
}

/** Finds the paths of such resources. */
export function findRemovables({ operations }: OpenApiModel, kinds: readonly DerivedKind[]): Removable[] {
  const known = new Set(kinds.map(({ itemPath }) => itemPath));
  const paths = [...new Set(operations.map(({ path }) => path))];
  return paths.flatMap((itemPath) => {
    const own = operations.filter(({ path }) => path === itemPath);
    const has = (method: string) => own.some((one) => one.method === method);
    const isRemovable = itemPath.endsWith('}') && !known.has(itemPath) && has('get') && has('delete');
    return isRemovable ? [{ itemPath, operations: own }] : [];
  });
}

/** Answers requests for resources that were deleted, and for those below them. */
export class RemovableBehavior {
  readonly #removable: Removable;

  constructor(removable: Removable) {
    this.#removable = removable;
  }

  /** Runs an operation; undefined if the resource exists. */
  run({ operation, url, world }: Call): Outcome | undefined {
    const { itemPath } = this.#removable;
    const { path, method } = operation;
    if (path !== itemPath && !path.startsWith(`${itemPath}/`)) return undefined;
    const below = path.split('/').length - itemPath.split('/').length;
    const segments = url.pathname.split('/');
    const own = segments.slice(0, segments.length - below).join('/');
    if (path === itemPath && method === 'put') world.restore(own);
    if (world.isRemoved(own)) return { status: 404 };
    if (path === itemPath && method === 'delete') world.markRemoved(own);
    return undefined;
  }
}
