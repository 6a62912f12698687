import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createDocument, serve, testServer } from './serve.ts';

const ok = (schema: JsonObject, example?: JsonObject): JsonObject => ({
  description: 'Done.',
  content: { 'application/json': { schema, ...(example ? { example } : {}) } },
});
const SIZE = { type: 'object', properties: { size: { type: 'integer' } } };

test('examples of responses, headers and callbacks that their schemas refuse are found, and all are counted', async () => {
  const callback = {
    post: {
      requestBody: { content: { 'application/json': { schema: SIZE, example: { size: 'callback' } } } },
      responses: { '204': { description: 'Received.' } },
    },
  };
  const response = ok(SIZE, { size: 'large' });
  const document = createDocument({
    '/things': {
      get: {
        parameters: [{ name: 'n', in: 'query', schema: { type: 'integer' }, example: 3 }],
        responses: {
          '200': { ...response, headers: { 'X-Left': { schema: { type: 'integer' }, example: 'few' } } },
        },
        callbacks: { done: { '{$request.query.n}': callback } },
      },
    },
  });
  await using server = await serve(({ query }) =>
    /^-?\d*$/.test(query.get('n') ?? '') ? { status: 200, body: { size: 1 } } : { status: 400 },
  );
  const { findings, coverage } = await testServer(document, server.url, { propertyRuns: 1 });
  const invalid = findings.filter(({ check }) => check === 'example-invalid');
  expect(invalid.map(({ received }) => received)).toEqual(['"callback"', '"large"', '"few"']);
  expect(coverage.filter(({ kind, count }) => kind === 'example' && count === 1)).toHaveLength(4);
});

test('an example that the server rejects is an error; with the id of a resource that may not exist, it is a note', async () => {
  const create = (name: string): JsonObject => ({
    post: {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object', required: [name], properties: { [name]: { type: 'string' } } },
            example: { [name]: 'example' },
          },
        },
      },
      responses: { '201': { description: 'Created.' }, '4XX': { description: 'Wrong.' } },
    },
  });
  await using server = await serve(() => ({ status: 422 }));
  const document = createDocument({ '/orders': create('customer_id'), '/colors': create('color') });
  const { findings } = await testServer(document, server.url, { propertyRuns: 1 });
  const rejected = findings.filter(({ check }) => check === 'example-rejected');
  expect(rejected.map(({ operation, severity }) => [operation, severity])).toEqual([
    ['POST /colors', 'error'],
    ['POST /orders', 'note'],
  ]);
});

/** Tests an operation with parameters in three locations that fails for the values that `isFatal` selects. */
async function testParameters(isFatal: (values: { n: number; tag: string; page: number }) => boolean) {
  const operation = {
    parameters: [
      { name: 'n', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100_000 } },
      { name: 'x-tag', in: 'header', schema: { type: 'string', pattern: '^[a-z]{1,20}$' } },
      { name: 'page', in: 'cookie', schema: { type: 'integer', minimum: 0, maximum: 500 } },
    ],
    responses: { '200': ok(SIZE), '400': { description: 'Wrong.' } },
  };
  await using server = await serve(({ method, query, headers }) => {
    if (method !== 'GET') return { status: 405, headers: { allow: 'GET' } };
    const n = query.get('n');
    const tag = headers['x-tag'];
    const page = /page=([^;]*)/.exec(String(headers.cookie))?.[1];
    const isValid =
      (n === null || (/^(?:[1-9]\d*|1e5)(?:\.0+)?$/.test(n) && Number(n) <= 100_000)) &&
      (tag === undefined || /^[a-z]{1,20}$/.test(String(tag))) &&
      (page === undefined || (/^\d+$/.test(page) && Number(page) <= 500));
    if (!isValid) return { status: 400 };
    const values = { n: Number(n), tag: String(tag ?? ''), page: Number(page) };
    return isFatal(values) ? { status: 500 } : { status: 200, body: { size: 1 } };
  });
  const { findings } = await testServer(createDocument({ '/things': { get: operation } }), server.url);
  return findings;
}

test('a server that treats parameters right has no findings', async () => {
  expect(await testParameters(() => false)).toEqual([]);
});

test.for([
  ['a number that lies far from every bound', 'n', ({ n }: { n: number }) => n > 30 && n < 60],
  ['a letter in a header', 'tag', ({ tag }: { tag: string }) => /[qxz]/.test(tag) && tag.length > 3],
  ['a number in a cookie', 'page', ({ page }: { page: number }) => page > 40 && page < 70],
  ['two parameters at once', 'both', ({ n, page }: { n: number; page: number }) => n > 20 && page > 20],
] as const)('a failure at %s is found by chance', async ([, , isFatal]) => {
  const findings = await testParameters(isFatal);
  expect(findings.map(({ check }) => check)).toContain('server-error');
});
