import { expect, test } from 'vitest';
import { readFailures, stateAt, stateByStatus, withOutcome } from './states.ts';
import type { StateReader } from './work-definition.ts';

const byWord = stateAt('/job/status', { succeeded: ['ready'], failed: ['bad'], ended: ['DONE'] });
const byError = withOutcome(byWord, { errors: ['/error', '/errors'], otherwise: 'succeeded' });
const byResult = withOutcome(byWord, {
  state: stateAt('/result', { succeeded: ['OK'], failed: ['BAD'] }),
  waiting: ['running'],
  errors: ['/error'],
});

const ended = (more: object = {}) => ({ job: { status: 'DONE' }, ...more });

test.each<[StateReader, unknown, string | undefined]>([
  [byWord, { job: { status: 'running' } }, undefined],
  [byWord, { job: { status: 'ready' } }, 'succeeded'],
  [byWord, {}, undefined],
  [byWord, null, undefined],
  [byError, ended(), 'succeeded'],
  [byError, ended({ error: null, errors: [] }), 'succeeded'],
  [byError, ended({ errors: [{ code: 1 }] }), 'failed'],
  [byError, { job: { status: 'ready' }, error: 'a warning' }, 'succeeded'],
  [byResult, ended({ result: 'OK', error: 'a warning' }), 'succeeded'],
  [byResult, ended({ result: 'BAD' }), 'failed'],
  [byResult, ended({ error: 'no result' }), 'failed'],
  [byResult, ended(), 'ended'],
  [byResult, { job: { status: 'running' }, result: 'OK' }, undefined],
  [byResult, { job: { status: 'of another version' }, result: 'OK' }, 'succeeded'],
  [byResult, { job: { status: 'of another version' } }, undefined],
])('the end of work, %#', (read, data, end) => {
  expect(read({ status: 200, data }).end).toBe(end);
});

test.each([
  [200, 'succeeded', true],
  [202, undefined, true],
  [422, 'failed', true],
  [404, 'failed', false],
  [429, 'failed', false],
  [503, 'failed', false],
])('the status %i is a reading, unless it says nothing about the work', async (status, end, isReading) => {
  const answer = { status, ok: status < 300, contentType: '', data: {}, response: new Response() };
  const { read } = readFailures({ id: 'x', method: 'GET', path: '/', read: async () => answer });
  expect(stateByStatus({ status, data: {} }).end).toBe(end);
  expect((await read(new Response(), {} as Parameters<typeof read>[1])).ok).toBe(isReading);
});
