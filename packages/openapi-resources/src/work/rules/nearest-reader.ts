import type { Operation } from '@keyframe/openapi-model';
import { writeTemplate } from '../../paths/path-templates.ts';
import { findArguments } from '../work-arguments.ts';
import type { StateReader } from '../work-readers.ts';
import type { RuleSearch } from '../work-rule.ts';

/** Counts the segments that the paths of a start and a reader share from the left. */
export function rankByPath({ resourcePath }: Operation, { itemPath }: StateReader): number {
  const segments = writeTemplate(itemPath).split('/');
  const index = writeTemplate(resourcePath)
    .split('/')
    .findIndex((segment, at) => segment !== segments[at]);
  return index < 0 ? segments.length : index;
}

/**
 * Finds the reader whose arguments the start has; of several, that which shares most of its path with it, and then that whose
 * state is nearest to the root. Undefined if none is the nearest.
 */
export function findNearest(search: RuleSearch, readers: readonly StateReader[]): StateReader | undefined {
  const ranks = readers.map((target) => ({ target, rank: rankReader(search, target) }));
  const [best, next] = ranks.toSorted((left, right) => compare(left.rank, right.rank));
  return best && (!next || compare(best.rank, next.rank) < 0) ? best.target : undefined;
}

function rankReader({ start, reader, objects }: RuleSearch, target: StateReader): readonly number[] {
  const { missing } = findArguments(target, start, { idSource: '', reader, returned: objects });
  return [missing.length, -rankByPath(start, target), target.found.path.length];
}

function compare(left: readonly number[], right: readonly number[]): number {
  const index = left.findIndex((value, at) => value !== right[at]);
  return index < 0 ? 0 : (left[index] ?? 0) - (right[index] ?? 0);
}
