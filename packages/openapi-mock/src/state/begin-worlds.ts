// The resources that worlds begin with.
import { isBelow } from '@keyframe/openapi-resources';
import type { KindBehavior } from './kind-behavior.ts';
import { checkSeed, seedWorld } from './seed-world.ts';
import type { Initial, World } from './world.ts';

/** Creates the function that fills new worlds. Throws SeedInvalidError. */
export function createBeginning(
  initial: Initial,
  behaviors: readonly KindBehavior[],
): (world: World) => void {
  if (typeof initial !== 'number') {
    const seed = checkSeed(initial, behaviors);
    return (world) => seedWorld(world, seed, behaviors);
  }
  if (initial === 0) return () => undefined;
  // Resources around others come first.
  const ordered = behaviors.toSorted((left, right) => countSegments(left) - countSegments(right));
  const ancestors = new Map(ordered.map((behavior) => [behavior, findOuter(behavior, ordered)]));
  return (world) => {
    for (const behavior of ordered) behavior.begin(world, initial, ancestors.get(behavior)?.kind);
  };
}

function countSegments({ kind: { itemPath } }: KindBehavior): number {
  return itemPath.split('/').length;
}

function findOuter({ kind }: KindBehavior, ordered: readonly KindBehavior[]): KindBehavior | undefined {
  const path = kind.creation?.operation.resourcePath ?? kind.itemPath;
  return ordered.findLast((ancestor) => ancestor.kind !== kind && isBelow(path, ancestor.kind.itemPath));
}
