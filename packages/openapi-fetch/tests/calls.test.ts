import { expect, test } from 'vitest';
import { createClient, createPathBasedClient } from '../src/index.ts';
import { createRecordedClient, type Paths } from './support.ts';

test('sends a query, and returns the data of a success', async () => {
  const { client, requests } = createRecordedClient(() => Response.json({ items: ['a'] }));
  const { data, error, response } = await client.GET('/items', {
    params: { query: { tags: ['x', 'y'], filter: { color: 'red' } } },
  });
  expect([data, error, response.status]).toEqual([{ items: ['a'] }, undefined, 200]);
  expect(requests[0]?.url).toBe('https://shop.example/v1/items?tags=x&tags=y&filter[color]=red');
  expect(requests[0]?.headers.get('content-type')).toBeNull();
});

test('sends a body as JSON, and returns nothing for an empty response', async () => {
  const { client, requests } = createRecordedClient(() => new Response(null, { status: 204 }));
  const result = await client.POST('/items', { body: { name: 'a' } });
  expect([result.data, 'error' in result]).toEqual([undefined, false]);
  expect(requests[0]?.headers.get('content-type')).toBe('application/json');
  expect(await requests[0]?.text()).toBe('{"name":"a"}');
});

test.each([
  ['{"title":"gone"}', { title: 'gone' }],
  ['<html>', '<html>'],
  ['', undefined],
])('returns %j of a failure as its error', async (body, expected) => {
  const { client } = createRecordedClient(() => new Response(body, { status: 404 }));
  const { data, error } = await client.GET('/items/{id}', { params: { path: { id: 1 } } });
  expect([data, error]).toEqual([undefined, expected]);
});

test.each([
  ['text', 'text', '{}'],
  ['blob', 'size', 2],
  ['arrayBuffer', 'byteLength', 2],
  ['stream', 'locked', false],
] as const)('reads the body as %s', async (parseAs, name, expected) => {
  const { client } = createRecordedClient();
  const { data } = await client.GET('/items', { params: { query: {} }, parseAs });
  expect(name === 'text' ? data : (data as never)[name]).toBe(expected);
});

test('merges headers of client and call: null removes one, and a list repeats it', async () => {
  const requests: Request[] = [];
  const client = createClient<Paths>({
    baseUrl: 'https://shop.example',
    headers: { accept: 'application/json', 'x-a': '1', 'x-b': 2 },
    fetch: async (request) => {
      requests.push(request);
      return Response.json({});
    },
  });
  await client.GET('/items', {
    params: { query: {} },
    headers: { 'x-a': null, 'x-c': ['3', 4], 'x-b': true },
  });
  await client.GET('/items', { params: { query: {} }, headers: [['x-a', '5']] });
  expect(Object.fromEntries(requests[0]?.headers ?? [])).toEqual({
    accept: 'application/json',
    'x-b': 'true',
    'x-c': '3, 4',
  });
  expect(requests[1]?.headers.get('x-a')).toBe('5');
});

test('sends forms without a content type of its own, and URL-encoded forms by their content type', async () => {
  const { client, requests } = createRecordedClient();
  const form = new FormData();
  form.set('name', 'a');
  await client.POST('/items', { body: { name: 'a' }, bodySerializer: () => form });
  await client.POST('/items', {
    body: { name: 'a b' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(requests[0]?.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
  expect(await requests[1]?.text()).toBe('name=a+b');
});

test('a custom fetch finds unknown options of a call on the request', async () => {
  let seen: unknown;
  const { client } = createRecordedClient((request: Request & { next?: unknown }) => {
    seen = request.next;
    return Response.json({});
  });
  await client.GET('/items', { params: { query: {} }, next: { revalidate: 60 }, cache: 'no-store' });
  expect(seen).toEqual({ revalidate: 60 });
});

test('a client of paths has a function for each method, and keeps each path', async () => {
  const client = createPathBasedClient<Paths>({
    baseUrl: 'https://shop.example',
    fetch: async (request) => Response.json({ method: request.method, url: request.url }),
  });
  expect(client['/items']).toBe(client['/items']);
  const { data } = await client['/items/{id}'].DELETE({ params: { path: { id: 7 } } });
  expect(data).toEqual({ method: 'DELETE', url: 'https://shop.example/items/7' });
});

test('a call of any method is a request', async () => {
  const { client, requests } = createRecordedClient(() => new Response(null, { status: 204 }));
  await client.request('delete', '/items/{id}', { params: { path: { id: 7 } } });
  expect([requests[0]?.method, requests[0]?.url]).toEqual(['DELETE', 'https://shop.example/v1/items/7']);
});

test.each([
  ['/c', {}, 'canary'],
  ['https://other.example/', {}, null],
  ['https://other.example/', { redirect: 'manual' as const }, undefined],
])('a redirect to %s with %j sends the key %j', async (location, init, expected) => {
  const { client, requests } = createRecordedClient(() =>
    requests.length > 1 ? Response.json({}) : new Response(null, { status: 307, headers: { location } }),
  );
  await client.POST('/items', { body: { name: 'a' }, headers: { 'x-api-key': 'canary' }, ...init });
  expect(requests[1]?.headers.get('x-api-key')).toBe(expected);
  if (requests[1]) expect(await requests[1].json()).toEqual({ name: 'a' });
});
