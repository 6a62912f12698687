// An operation whose response stays open without a byte, such as a stream of changes before the first one.
import { expect, test } from 'vitest';
import { createDocument, serve, testServer } from './serve.ts';

const content = { 'application/json': { schema: { type: 'object' } } };
const responses = { 200: { description: 'It.', content }, 400: { description: 'No.' } };
const requestBody = { required: true, content };
const document = createDocument({
  '/things': { get: { responses } },
  '/watch': { post: { requestBody, responses } },
});

const isObject = (json: unknown) => typeof json === 'object' && json !== null && !Array.isArray(json);

test('an operation that never responds is one finding, and gets few requests', async () => {
  await using server = await serve(({ method, path, json }) => {
    if (path === '/watch' && method === 'POST')
      return isObject(json) ? new Promise<never>(() => undefined) : { status: 400 };
    const isThere = method === 'GET' && path === '/things';
    return isThere
      ? { status: 200, body: {} }
      : { status: 405, headers: { allow: path === '/watch' ? 'POST' : 'GET' } };
  });
  const { findings } = await testServer(document, server.url, { responseTimeoutMs: 2_000, propertyRuns: 1 });
  expect(findings.map(({ check, operation }) => `${check}: ${operation}`)).toEqual([
    'operation-unreached: POST /watch',
    'response-failed: POST /watch',
  ]);
  const waiting = server.requests.filter(
    ({ method, path, json }) => method === 'POST' && path === '/watch' && isObject(json),
  );
  expect(waiting.length).toBeLessThanOrEqual(6);
});
