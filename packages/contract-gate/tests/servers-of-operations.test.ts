// Operations with servers of their own are requested there, below the origin of the server under test.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createDocument, serve, testServer } from './serve.ts';

const get = (name: string): JsonObject => ({
  responses: { '200': { description: name, content: { 'application/json': { schema: { const: name } } } } },
});
const WRONG = { '4XX': { description: 'Wrong.' } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const operation = (name: string) => ({
  ...get(name),
  responses: { ...Object(get(name).responses), ...WRONG },
});

test('a path item and an operation with servers of their own are requested there', async () => {
  const documents = createDocument(
    {
      '/tasks': { get: operation('tasks') },
      '/files/{id}': {
        parameters: [id],
        servers: [{ url: 'https://api.example.com/upload/v1' }],
        get: operation('files'),
      },
      '/state': { get: { ...operation('state'), servers: [{ url: '/' }] } },
    },
    { servers: [{ url: 'https://api.example.com/v1' }] },
  );
  const served = new Map([
    ['/v1/tasks', 'tasks'],
    ['/upload/v1/files', 'files'],
    ['/state', 'state'],
  ]);
  await using server = await serve(({ method, path }) => {
    const name = served.get(path.replace(/(?<=files)\/[^/]+$/, ''));
    if (name === undefined) return { status: 404 };
    return method === 'GET' ? { status: 200, body: name } : { status: 405, headers: { allow: 'GET' } };
  });
  const { findings } = await testServer(documents, new URL('/v1', server.url));
  expect(findings.map(({ check, operation: name, message }) => [check, name, message])).toEqual([]);
  expect(server.requests.some(({ path }) => path.startsWith('/v1/files'))).toBe(false);
});
