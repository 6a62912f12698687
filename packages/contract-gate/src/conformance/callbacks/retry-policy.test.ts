import type { Operation } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { findRetryPolicy, type Retries, retryWindow } from './retry-policy.ts';

const POINTER = '#/paths/~1a/post';

function find(description: string, extension?: unknown, configured?: Retries) {
  const operation = { description, summary: '', responses: [], tags: [], pointer: POINTER };
  const document = { paths: { '/a': { post: { 'x-callback-retries': extension as never } } } };
  return findRetryPolicy([operation as unknown as Operation], document, { configured, withinMs: 10_000 });
}

test.each([
  ['Sent when a job is done.', { isExpected: false, count: undefined, pausesMs: [] }],
  ['Never retried.', { isExpected: false, count: undefined, pausesMs: [] }],
  ['Retried until a 2xx.', { isExpected: true, count: undefined, pausesMs: [] }],
  ['Repeated up to 3 times.', { isExpected: true, count: 3, pausesMs: [] }],
  ['Retried twice, after 2 s and 4 s.', { isExpected: true, count: 2, pausesMs: [2_000, 4_000] }],
  ['Retried after 1 hour.', { isExpected: false, count: undefined, pausesMs: [3_600_000] }],
])('the description %j leads to a policy of notes', (description, policy) => {
  expect(find(description)).toEqual({ isFromText: true, ...policy });
});

test.each([
  [3, { isExpected: true, count: 3, pausesMs: [] }],
  [0, { isExpected: false, count: 0, pausesMs: [] }],
  [[100, 300], { isExpected: true, count: 2, pausesMs: [100, 300] }],
  [[100, 60_000], { isExpected: true, count: undefined, pausesMs: [100, 60_000] }],
])('the extension %j takes precedence over the description', (extension, policy) => {
  expect(find('Never retried.', extension)).toEqual({ isFromText: false, ...policy });
});

test('the configuration takes precedence over the extension', () => {
  expect(find('', 3, [60_000])).toEqual({
    isFromText: false,
    isExpected: true,
    count: 1,
    pausesMs: [60_000],
  });
});

test.each([
  [0, { fromMs: 90, untilMs: 2_150 }],
  [1, undefined],
])('the window of retry %i is %j', (index, window) => {
  expect(retryWindow({ pausesMs: [100] }, { index, waitMs: 2_000 })).toEqual(window);
});
