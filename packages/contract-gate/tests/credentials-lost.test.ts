// A server whose settings can lock the credentials: the run ends, instead of reporting 401 of all operations.
import { expect, test } from 'vitest';
import { createDocument, serve, testServer } from './serve.ts';

const content = {
  'application/json': { schema: { type: 'object', properties: { enabled: { type: 'boolean' } } } },
};
const responses = {
  200: { description: 'It.', content },
  401: { description: 'No.' },
  400: { description: 'No.' },
};
const document = createDocument(
  {
    '/things': { get: { responses } },
    '/token/settings': { post: { requestBody: { required: true, content }, responses } },
    '/words': { get: { responses } },
  },
  {
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } } },
  },
);

test('the request that locks the credentials is found', async () => {
  let isLocked = false;
  await using server = await serve(({ method, path, headers, json }) => {
    if (headers['x-key'] !== 'secret' || isLocked) return { status: 401 };
    if (path !== '/token/settings') return { status: method === 'GET' ? 200 : 405, body: {} };
    if (method !== 'POST') return { status: 405 };
    const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
    const { enabled = true } = Object(json) as { enabled?: unknown };
    if (!isObject || typeof enabled !== 'boolean') return { status: 400 };
    isLocked = !enabled;
    return { status: 200, body: {} };
  });
  const { findings, statistics } = await testServer(document, server.url, { auth: { 'x-key': 'secret' } });
  expect(findings.map(({ check, operation }) => `${check}: ${operation}`)).toEqual([
    'credentials-rejected: POST /token/settings',
  ]);
  expect(findings[0]?.request?.body).toEqual({ text: '{"enabled":false}', encoding: 'utf8' });
  expect(statistics.isComplete).toBe(false);
});

test('a single operation that returns 401 does not end the run', async () => {
  await using server = await serve(({ method, path, headers }) => {
    if (headers['x-key'] !== 'secret' || path === '/words') return { status: 401 };
    return { status: method === (path === '/token/settings' ? 'POST' : 'GET') ? 200 : 405, body: {} };
  });
  const { findings } = await testServer(document, server.url, {
    auth: { 'x-key': 'secret' },
    propertyRuns: 0,
  });
  expect(findings.map(({ check }) => check)).not.toContain('credentials-rejected');
});
