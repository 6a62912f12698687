import { loadDocument, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';

test.each([
  ['outcome=expired', [200, 200, 410]],
  ['outcome=failure', [200, 200, 200]],
])('work that is started with %s and documents 410 answers %j', async (prefer, expected) => {
  const model = await loadDocument(new URL('expiring-jobs.yaml', import.meta.url).pathname);
  const mock = createMock(model, { pace: 'manual' });
  const request = new Request('http://mock.example/reports', { method: 'POST', headers: { prefer } });
  const { id } = Object(await (await mock.fetch(request)).json());
  const statuses: number[] = [];
  for (const _ of expected) {
    statuses.push((await mock.fetch(new Request(`http://mock.example/reports/${id}`))).status);
    await mock.advance();
  }
  expect(statuses).toEqual(expected);
  mock.close();
});

test.each([
  [
    ['pending', 'completed', 'failed'],
    [410, undefined],
  ],
  [
    ['pending', 'completed', 'failed', 'expired'],
    [200, 'expired'],
  ],
])('work with the states %j that still waits after its time is %j', async (words, expected) => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const properties = {
    id: { type: 'string' },
    status: { enum: words },
    expires_at: { type: 'string', format: 'date-time' },
  };
  const schema = { type: 'object', required: ['id', 'status', 'expires_at'], properties };
  const job = { description: 'A job', content: { 'application/json': { schema } } };
  const gone = { description: 'Gone' };
  const paths = {
    '/jobs': { post: { responses: { 202: job } } },
    '/jobs/{id}': { get: { parameters: [id], responses: { 200: job, 410: gone } } },
    '/jobs/{id}/result': {
      get: { parameters: [id], responses: { 200: { description: 'It' }, 404: gone, 410: gone } },
    },
  };
  const document = { openapi: '3.1.1', info: { title: 'Jobs', version: '1' }, paths };
  let now = 0;
  const clock = { now: () => now, after: () => () => undefined };
  const mock = createMock(readModel(JSON.parse(JSON.stringify(document)), 'jobs'), { pace: 'manual', clock });
  const started = await mock.fetch(new Request('http://mock.example/jobs', { method: 'POST' }));
  const startedJob = await started.json();
  const read = async () => {
    const response = await mock.fetch(new Request(`http://mock.example/jobs/${Object(startedJob).id}`));
    const { status } = Object(await response.json().catch(() => undefined));
    return [response.status, typeof status === 'string' ? status : undefined];
  };
  expect(await read()).toEqual([200, 'pending']);
  now = Date.parse(Object(startedJob).expires_at);
  expect(await read()).toEqual(expected);
  const result = await mock.fetch(new Request(`http://mock.example/jobs/${Object(startedJob).id}/result`));
  expect(result.status).toBe(410);
  mock.close();
});
