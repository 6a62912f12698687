// Servers with one page for every unknown path, and operations that reject every request.
import { expect, test } from 'vitest';
import { createDocument, serve, testServer } from './serve.ts';

const answered = {
  '200': { description: 'All.', content: { 'application/json': { schema: { type: 'array' } } } },
};
const PAGE = { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>App</h1>') };

test('a method that the page of unknown paths answers is no finding', async () => {
  await using server = await serve(({ method, path }) =>
    method === 'GET' && path === '/things' ? { status: 200, body: [] } : PAGE,
  );
  const document = createDocument({ '/things': { get: { responses: answered } } });
  const { findings } = await testServer(document, server.url, { propertyRuns: 1 });
  expect(findings.map(({ check }) => check)).not.toContain('undocumented-method-accepted');
});

test('a method that only a documented path answers is a finding', async () => {
  await using server = await serve(({ path }) =>
    path === '/things' ? { status: 200, body: [] } : { status: 404 },
  );
  const document = createDocument({ '/things': { get: { responses: answered } } });
  const { findings } = await testServer(document, server.url, { propertyRuns: 1 });
  expect(findings.map(({ check }) => check)).toContain('undocumented-method-accepted');
});

test('an operation that rejects every request shows the smallest one', async () => {
  await using server = await serve(() => ({ status: 403 }));
  const schema = { type: 'object', properties: { name: { type: 'string' }, size: { type: 'integer' } } };
  const post = {
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '201': { description: 'Made.' }, '4XX': { description: 'Wrong.' } },
  };
  const document = createDocument({ '/things': { post } });
  const { findings } = await testServer(document, server.url, { propertyRuns: 1 });
  const found = findings.find(({ check }) => check === 'operation-unreached');
  expect(found?.request?.body?.text).toBe('{}');
});
