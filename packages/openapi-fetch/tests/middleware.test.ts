import { expect, test } from 'vitest';
import type { Middleware } from '../src/index.ts';
import { createRecordedClient } from './support.ts';

const CALL = { params: { query: {} } } as const;

test('calls middleware in order before the request, and in reverse order afterwards', async () => {
  const { client, requests } = createRecordedClient();
  const calls: string[] = [];
  const record = (name: string): Middleware => ({
    onRequest: ({ request, schemaPath, id }) => {
      calls.push(`${name} ${schemaPath} ${typeof id}`);
      request.headers.append('x-by', name);
    },
    onResponse: ({ response, options }) => {
      calls.push(`${name} ${response.status} ${options.baseUrl}`);
    },
  });
  client.use(record('a'), record('b'));
  await client.GET('/items', { ...CALL, middleware: [record('c')] });
  expect(requests[0]?.headers.get('x-by')).toBe('a, b, c');
  expect(calls).toEqual([
    'a /items string',
    'b /items string',
    'c /items string',
    'c 200 https://shop.example/v1',
    'b 200 https://shop.example/v1',
    'a 200 https://shop.example/v1',
  ]);
});

test('middleware replaces requests and responses', async () => {
  const { client, requests } = createRecordedClient();
  client.use({
    onRequest: ({ request }) => new Request(`${request.url}?by=middleware`, request),
    onResponse: async ({ response }) => Response.json({ items: [String(response.status)] }, { status: 201 }),
  });
  const { data, response } = await client.GET('/items', CALL);
  expect([data, response.status]).toEqual([{ items: ['200'] }, 201]);
  expect(requests[0]?.url).toBe('https://shop.example/v1/items?by=middleware');
});

test('a response of onRequest ends the call: nothing is sent', async () => {
  const { client, requests } = createRecordedClient();
  client.use({ onRequest: () => Response.json({ items: ['cached'] }) });
  client.use({ onResponse: () => Response.json({ items: ['unexpected'] }) });
  expect((await client.GET('/items', CALL)).data).toEqual({ items: ['cached'] });
  expect(requests).toEqual([]);
});

test('middleware changes an error, or responds instead', async () => {
  const { client } = createRecordedClient(() => Promise.reject(new TypeError('failed')));
  const wrap: Middleware = { onError: ({ error }) => new Error('wrapped', { cause: error }) };
  client.use(wrap);
  await expect(client.GET('/items', CALL)).rejects.toMatchObject({
    message: 'wrapped',
    cause: { message: 'failed' },
  });
  const recover: Middleware = { onError: () => Response.json({ items: [] }) };
  client.use(recover);
  expect((await client.GET('/items', CALL)).data).toEqual({ items: [] });
  client.eject(wrap, recover);
  await expect(client.GET('/items', CALL)).rejects.toThrow('failed');
});

test.each([
  ['onRequest', 'onRequest: must return new Request() or Response() when modifying the request'],
  ['onResponse', 'onResponse: must return new Response() when modifying the response'],
])('rejects a result of %s that is neither request nor response', async (name, message) => {
  const { client } = createRecordedClient();
  client.use({ [name]: () => 'text' } as unknown as Middleware);
  await expect(client.GET('/items', CALL)).rejects.toThrow(message);
});

test('rejects middleware without a known callback', () => {
  const { client } = createRecordedClient();
  expect(() => client.use({ onAnswer: () => undefined } as unknown as Middleware)).toThrow(
    'Middleware must be an object',
  );
});
