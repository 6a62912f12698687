// Calls that can never be sent: the calling code is at fault, so nothing is retried.
import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createDocumentClient, type DocumentClientOptions } from '../src/document-client.ts';

const JSON_BODY = { content: { 'application/json': { schema: { type: 'object' } } } };
const responses = { 204: { description: 'Done.' } };
const model = readModel(
  {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    security: [{ key: [] }],
    paths: {
      '/search': {
        get: {
          operationId: 'search',
          parameters: [
            { name: 'X-Name', in: 'header', schema: { type: 'string' } },
            { name: 'X-List', in: 'header', schema: { type: 'array', items: { type: 'string' } } },
            { name: 'q', in: 'query', schema: { type: 'string' } },
            { name: 'list', in: 'query', style: 'spaceDelimited', explode: false, schema: { type: 'array' } },
          ],
          requestBody: JSON_BODY,
          responses,
        },
        put: { operationId: 'search', requestBody: JSON_BODY, responses },
        trace: { operationId: 'search', responses },
      },
    },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  },
  'a.json',
  { lenient: ['duplicate-operation-id'] },
);

async function call(
  { method = 'get', request, options }: { method?: string; request?: object; options?: object },
  clientOptions: DocumentClientOptions = {},
) {
  let slept = 0;
  const sleep = async () => {
    slept += 1;
  };
  const clock = { now: () => 0, setTimer: () => () => {}, sleep };
  // A port on which nothing listens: a request that is sent is lost, and repeated.
  const baseUrl = 'http://127.0.0.1:1';
  const { client, define } = createDocumentClient(model, { baseUrl, clock, ...clientOptions });
  const operation = model.operations.find((one) => one.method === method);
  if (!operation) throw new Error('The document has no such operation.');
  const error = await client.send(define(operation), { request, options }).catch((cause: unknown) => cause);
  return { error, slept };
}

const circle: Record<string, unknown> = {};
circle.self = circle;

test.each<[Parameters<typeof call>[0], string, DocumentClientOptions?]>([
  [{ request: { header: { 'X-Name': 'é😀' } } }, 'header["X-Name"]'],
  [{ request: { header: { 'X-Name': 'a\r\nb: c' } } }, 'header["X-Name"]'],
  [{ options: { headers: { 'x-name': '😀' } } }, 'headers["x-name"]'],
  [{ options: { headers: { 'x name': 'a' } } }, 'headers["x name"] must have a name'],
  [
    { request: { header: { 'X-List': ['a', 'b,c'] } } },
    'header.X-List cannot be written: "b,c" contains ","',
  ],
  [{ request: { header: { 'X-List': [''] } } }, 'header.X-List cannot be written: [""] is written as'],
  [{ request: { query: { list: ['a b'] } } }, 'query.list cannot be written: "a%20b" contains "%20"'],
  [{ request: { body: {} } }, 'body'],
  [{ request: { query: { q: '\ud800' } } }, 'query.q'],
  [{ method: 'put', request: { body: circle } }, 'body'],
  [{ method: 'put', request: { body: { id: 1n } } }, 'body'],
  [{ options: { credentials: 'always' } }, 'always'],
  [{ method: 'trace' }, 'TRACE'],
  [{}, 'headers["x-key"]', { auth: { key: '😀' } }],
  [{ options: { headers: { a: '😀' } } }, 'headers["a"]', { middleware: [(request, next) => next(request)] }],
])('%o is a ConfigurationError that names %s', async (sent, member, options) => {
  const { error, slept } = await call(sent, options);
  expect(error).toMatchObject({
    code: 'configuration_invalid',
    message: expect.stringMatching(/^(?:search|\w+Search): /),
  });
  expect((error as Error).message).toContain(member);
  expect(slept).toBe(0);
});

test('a header of one text may contain commas', async () => {
  let headers: unknown;
  const fetch = async (_: unknown, init?: RequestInit) => {
    headers = init?.headers;
    return new Response(null, { status: 204 });
  };
  await call({ request: { header: { 'X-Name': 'a, "b"', 'X-List': ['a', 'b'] } } }, { fetch });
  expect(headers).toMatchObject({ 'x-name': 'a, "b"', 'x-list': 'a,b' });
});

test('a lost connection is repeated', async () => {
  expect(await call({})).toMatchObject({ error: { code: 'network_error' }, slept: 2 });
});

test('a fetch that sends bodies with GET may do so', async () => {
  const fetch = async () => new Response(null, { status: 204 });
  expect((await call({ request: { body: {} } }, { fetch })).error).toBeUndefined();
});

test('headers of the client that cannot be sent are a ConfigurationError', async () => {
  await expect(call({}, { headers: { a: '😀' } })).rejects.toMatchObject({ code: 'configuration_invalid' });
});
