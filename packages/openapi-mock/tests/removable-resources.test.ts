import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const key: JsonObject = { type: 'object', properties: { label: { type: 'string' } } };
const content: JsonObject = { 'application/json': { schema: key, example: { label: 'first' } } };
const shown: JsonObject = { responses: { '200': { description: 'The key', content } } };
const DOCUMENT: JsonObject = {
  openapi: '3.1.1',
  info: { title: 'Keys', version: '1' },
  paths: {
    // The response of the creation has no id.
    '/keys': { post: { responses: { '201': { description: 'Created' } } } },
    '/keys/{key}': {
      parameters: [{ name: 'key', in: 'path', required: true, schema: { type: 'string' } }],
      get: shown,
      put: { ...shown, requestBody: { content } },
      delete: { responses: { '204': { description: 'Deleted' } } },
    },
    '/keys/{key}/log': {
      parameters: [{ name: 'key', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { '204': { description: 'Empty' } } },
    },
  },
};

test('a resource that nothing creates exists until it is deleted', async () => {
  const mock = createMock(DOCUMENT);
  const statuses = async (lines: readonly string[]) => {
    const found: number[] = [];
    for (const line of lines) found.push((await ask(mock, line)).status);
    return found;
  };
  const reads = ['GET /keys/a', 'GET /keys/a/log', 'GET /keys/b'];
  expect(await statuses([...reads, 'DELETE /keys/a', ...reads, 'DELETE /keys/a'])).toEqual([
    ...[200, 204, 200, 204],
    ...[404, 204, 200, 404],
  ]);
  expect((await ask(mock, 'GET /keys/a', { headers: { 'mock-world': 'other' } })).status).toBe(200);
  expect((await ask(mock, 'PUT /keys/a', { body: { label: 'second' } })).status).toBe(200);
  expect((await ask(mock, 'GET /keys/a')).body).toEqual({ label: 'second' });
});

test('the deletion is part of a seed, and explained', async () => {
  const mock = createMock(DOCUMENT);
  await ask(mock, 'DELETE /keys/a');
  mock.seed(mock.export(), 'copy');
  expect((await ask(mock, 'GET /keys/a', { headers: { 'mock-world': 'copy' } })).status).toBe(404);
  mock.reset('copy');
  expect((await ask(mock, 'GET /keys/a', { headers: { 'mock-world': 'copy' } })).status).toBe(200);
  expect(() => mock.seed({ removed: [5] } as never)).toThrow('"removed" must be a list of paths.');
  expect(mock.explain()).toContain('/keys/{key}: exists until it is deleted; no operation creates it');
});
