// Servers that require more than their document does.
import { expect, test } from 'vitest';
import { createDocument, serve, testServer } from './serve.ts';

const CLASS = {
  type: 'object',
  properties: {
    config: { type: 'object', properties: { size: { type: 'integer' } } },
    class: { type: 'string', pattern: '^[a-z]{3,20}$' },
  },
};
const content = { 'application/json': { schema: CLASS } };
const RESPONSES = {
  200: { description: 'It.', content },
  404: { description: 'None.' },
  422: { description: 'No.' },
};
const parameters = [{ name: 'className', in: 'path', required: true, schema: { type: 'string' } }];
const document = createDocument({
  '/schema': { post: { requestBody: { content }, responses: RESPONSES } },
  '/schema/{className}': { parameters, get: { responses: RESPONSES } },
});

test('an operation that requires an optional property is reached with that property alone', async () => {
  const classes = new Set<string>();
  await using server = await serve(({ method, path, json }) => {
    const name = path.split('/')[2];
    if (name !== undefined) {
      const status = method === 'GET' ? 404 : 405;
      return classes.has(name) && method === 'GET' ? { status: 200, body: { class: name } } : { status };
    }
    const { class: own, ...others } = Object(json) as Record<string, unknown>;
    if (method !== 'POST') return { status: 405 };
    if (typeof own !== 'string' || !/^[a-z]{3,20}$/.test(own) || Object.keys(others).length > 0)
      return { status: 422 };
    classes.add(own);
    return { status: 200, body: { class: own } };
  });
  const { findings } = await testServer(document, server.url, { propertyRuns: 0 });
  expect(findings.filter(({ check }) => check === 'operation-unreached')).toEqual([]);
});

test('a deletion does not remove resources that could not be read before it', async () => {
  const described = createDocument({
    '/schema': { post: { requestBody: { content }, responses: RESPONSES } },
    '/schema/{className}': {
      parameters,
      get: { responses: RESPONSES },
      delete: { responses: { 204: { description: 'Gone.' }, 404: { description: 'None.' } } },
    },
  });
  let made = 0;
  await using server = await serve(({ method, path }) => {
    made += 1;
    if (method === 'POST' && path === '/schema') return { status: 200, body: { class: `c${made}` } };
    return { status: path === '/schema' ? 405 : method === 'DELETE' ? 204 : 404 };
  });
  const { findings } = await testServer(described, server.url, { propertyRuns: 0 });
  const checks = findings.map(({ check }) => check);
  expect(checks).toContain('read-fails');
  expect(checks).not.toContain('delete-removes-other');
});
