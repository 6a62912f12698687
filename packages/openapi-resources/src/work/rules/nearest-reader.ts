import type { Operation } from '@keyframe/openapi-model';
import { writeTemplate } from '../../paths/path-templates.ts';
import type { StateReader } from '../work-readers.ts';

/** Counts the segments that the paths of a start and a reader share from the left. */
export function rankByPath({ resourcePath }: Operation, { itemPath }: StateReader): number {
  const segments = writeTemplate(itemPath).split('/');
  const index = writeTemplate(resourcePath)
    .split('/')
    .findIndex((segment, at) => segment !== segments[at]);
  return index < 0 ? segments.length : index;
}

/**
 * Finds the reader that shares most of its path with a start; of several, that whose state is nearest to the root.
 * Undefined if none is the nearest.
 */
export function findNearest(start: Operation, readers: readonly StateReader[]): StateReader | undefined {
  const [best, next] = readers.toSorted((left, right) => compare(start, left, right));
  return best && (!next || compare(start, best, next) < 0) ? best : undefined;
}

function compare(start: Operation, left: StateReader, right: StateReader): number {
  return (
    rankByPath(start, right) - rankByPath(start, left) || left.found.path.length - right.found.path.length
  );
}
