import type { Operation } from '@keyframe/openapi-model';
import type { Removable } from '@keyframe/openapi-resources';
import type { Call, Outcome } from '../engine.ts';

/** Answers requests for resources that were deleted; what is below them stays, since it is not of this kind. */
export class RemovableBehavior {
  readonly #removable: Removable;

  constructor(removable: Removable) {
    this.#removable = removable;
  }

  /** Reports whether an operation is at the path. */
  concerns(operation: Operation): boolean {
    return this.#removable.operations.includes(operation);
  }

  /** Runs an operation; undefined if the resource exists. */
  run({ operation, pathname, world }: Call): Outcome | undefined {
    if (operation.method === 'put') world.restore(pathname);
    if (world.isRemoved(pathname)) return { status: 404 };
    if (operation.method === 'delete') world.markRemoved(pathname);
    return undefined;
  }
}
