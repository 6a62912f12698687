import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createDocumentClient } from '../src/document-client.ts';

const content = { 'application/json': {}, 'application/octet-stream': {} };
const model = readModel(
  {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { '/a': { get: { operationId: 'a', responses: { 200: { description: 'A.', content } } } } },
  },
  'a.json',
);

function call(contentType: string, maxResponseBytes?: number): Promise<unknown> {
  const { client, define } = createDocumentClient(model, {
    baseUrl: 'http://a.example',
    fetch: async () => new Response('[1,2,3]', { headers: { 'content-type': contentType } }),
    maxResponseBytes,
  });
  const [operation] = model.operations;
  if (!operation) throw new Error('The document has no operation.');
  return client.send(define(operation), {});
}

test('JSON of at most maxResponseBytes is read', async () => {
  expect(await call('application/json')).toEqual([1, 2, 3]);
  expect(await call('application/json', 7)).toEqual([1, 2, 3]);
});

test('larger JSON is an UnexpectedResponseError, and a file has no limit', async () => {
  await expect(call('application/json', 6)).rejects.toMatchObject({
    code: 'unexpected_response',
    message: 'Request failed: GET http://a.example/a: 200, a body of more than 6 bytes (maxResponseBytes)',
  });
  const file = (await call('application/octet-stream', 6)) as ReadableStream;
  expect(await new Response(file).text()).toBe('[1,2,3]');
});

test('a limit below 0 is a ConfigurationError', () => {
  expect(() => call('application/json', -1)).toThrow('maxResponseBytes must be at least 0 (got -1).');
});
