import { ApiError } from '@keyframe/console-contract/client';
import { expect, test } from 'vitest';
import { watchPages, watchUntil } from './watch.ts';

const gone = Object.assign(Object.create(ApiError.prototype), { status: 404 });
const refuse = (param: string) =>
  Object.assign(Object.create(ApiError.prototype), { status: 400, data: { error: { param } } });
const failed = Object.assign(Object.create(ApiError.prototype), { status: 500 });

test.each([
  ['while nothing is known', { data: undefined, error: null }, 2000],
  ['while the data may still change', { data: 'generating', error: null }, 2000],
  ['after an error of the service', { data: undefined, error: failed }, 2000],
  ['after the final data', { data: 'completed', error: null }, false],
  ['if the thing does not exist', { data: undefined, error: gone }, false],
  ['if its id has a form that no id has', { data: undefined, error: refuse('taskId') }, false],
  ['if a filter is refused', { data: undefined, error: refuse('task_id') }, 2000],
  ['if the thing was deleted', { data: 'generating', error: gone }, false],
] as const)('%s, a watched query is repeated or not', (_, state, interval) => {
  const watch = watchUntil((status: string) => status === 'completed', 2000);
  expect(watch({ state })).toBe(interval);
});

test.each([
  [undefined, 5000],
  [1, 5000],
  [3, 5000],
  [4, false],
])('a list of %s loaded pages is refreshed after %s', (count, interval) => {
  const data = count === undefined ? undefined : { pages: Array(count).fill({}) };
  expect(watchPages(5000)({ state: { data, error: null } })).toBe(interval);
});
