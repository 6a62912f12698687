import { expect, test } from 'vitest';
import { describeConsumers } from './consumers.ts';

const CONSUMERS = new Map([
  ['#/a', ['web', 'app']],
  ['#/b', ['web']],
]);

test.each([
  ['a part that two use', ['#/a'], ['used by app, web']],
  ['several parts, each consumer once', ['#/b', '#/a'], ['used by app, web']],
  ['a part that nobody uses', ['#/c'], []],
])('describes %s', (_, pointers, phrases) => {
  expect(describeConsumers(CONSUMERS, pointers)).toEqual(phrases);
});

test('describes nothing without consumers', () => {
  expect(describeConsumers(undefined, ['#/a'])).toEqual([]);
});
