import type { Operation } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { findMissing404Basis, promisesMissing } from './state-check.ts';

const create = (path: string, statuses: string[]) =>
  ({ path, responses: statuses.map((status) => ({ status })) }) as Operation;

test.each([
  { item: ['204', '404'], list: ['200'], isPromised: true, basis: 'promise' },
  { item: ['204', '404'], list: ['200', '404'], isPromised: false, basis: 'convention' },
  { item: ['204', '410'], list: ['200', '404'], isPromised: true, basis: 'promise' },
  { item: ['204', '4XX'], list: ['200', '4XX'], isPromised: false, basis: 'promise' },
  { item: ['204'], list: ['200'], isPromised: false, basis: 'convention' },
])('$item beside a list with $list promises a 404: $isPromised', ({ item, list, isPromised, basis }) => {
  const remove = create('/things/{id}', item);
  const operations = [create('/things', list), remove];
  expect(promisesMissing(remove, operations)).toBe(isPromised);
  expect(findMissing404Basis(remove, operations)).toBe(basis);
});

test('a 404 is promised where all paths have parameters', () => {
  const remove = create('/things/{id}', ['204', '404']);
  expect(promisesMissing(remove, [remove])).toBe(true);
});
