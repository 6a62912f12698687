import { expect, test } from 'vitest';
import { describeTask } from './task.ts';

test.each([
  [undefined, 5_000],
  ['2', 2_000],
  ['0.0015', 2],
  ['0', 5_000],
  ['Mon, 23 Nov 2026 20:00:00 GMT', 5_000],
  ['3000000', 2_147_483_647],
  ['Infinity', 2_147_483_647],
])('Retry-After %s is a poll interval of %s ms', (retryAfter, pollIntervalMs) => {
  const headers = new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter });
  expect(
    describeTask('a', { data: {}, headers, state: { phase: 'waiting', word: 'running' } }),
  ).toMatchObject({ pollIntervalMs });
});
