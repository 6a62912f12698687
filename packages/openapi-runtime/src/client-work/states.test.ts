import { expect, test } from 'vitest';
import { readFailures, readState } from './states.ts';

test.each([
  ['$response.body#/job/status', { job: { status: 'ready' } }, { state: 'ready', end: 'success' }],
  ['$response.body#/a~1b', { 'a/b': 'ready' }, { state: 'ready', end: 'success' }],
  ['$response.body#/status', { status: 'running' }, { state: 'running', end: undefined }],
  ['$response.body#/status', null, { state: '', end: undefined }],
  ['$statusCode', {}, { state: '201', end: 'success' }],
])('the state at %s of %j', (state, data, expected) => {
  expect(readState({ states: { state, success: ['ready', '201'] } }, { status: 201, data })).toEqual(
    expected,
  );
});

test.each([
  [200, true],
  [202, true],
  [422, true],
  [404, false],
  [429, false],
  [503, false],
])('the status %i is a reading, unless it says nothing about the work', async (status, isReading) => {
  const result = { status, ok: status < 300, contentType: '', data: {}, response: new Response() };
  const { read } = readFailures({ id: 'x', method: 'GET', path: '/', read: async () => result });
  expect((await read(new Response(), {} as Parameters<typeof read>[1])).ok).toBe(isReading);
});
