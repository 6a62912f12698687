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

/** Finds the reader that shares most of its path with a start; undefined if two share the same. */
export function findNearest(start: Operation, readers: readonly StateReader[]): StateReader | undefined {
  const ranked = readers.map((one) => ({ one, rank: rankByPath(start, one) }));
  const [best, next] = ranked.toSorted((left, right) => right.rank - left.rank);
  return best && next?.rank !== best.rank ? best.one : undefined;
}
