// Calls of a generated client over real HTTP: the requests that it sends, and the results of the responses.

import { createHandClock } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import {
  ApiError,
  bind,
  type ClientOptions,
  ConfigurationError,
  createClient,
  createItem,
  extend,
  getFeed,
  getItem,
  getPicture,
  isErrorOf,
  listItems,
  putItem,
  putPicture,
  resultOf,
  search,
  UnexpectedResponseError,
} from './shop/generated/index.ts';
import { type Shop, startShop } from './support/shop-server.ts';

function createShopClient(shop: Shop, options: ClientOptions = {}) {
  return createClient({ baseUrl: shop.url, clock: createHandClock(), random: () => 0, ...options });
}

test('returns the data of a success, and the response on request', async () => {
  await using shop = await startShop();
  const client = createShopClient(shop);
  expect(await getItem(client, { path: { id: 'a b' } })).toEqual({ id: 'a b', name: 'one' });
  const { data, status, contentType, response } = await getItem(client, { path: { id: '1' } }).withResponse();
  expect([data.name, status, contentType, response.headers.get('content-type')]).toEqual([
    'one',
    200,
    'application/json',
    'application/json',
  ]);
  expect(await putItem(client, { path: { id: '1' }, body: { name: 'x' } })).toBeUndefined();
  expect(shop.requests[2]).toMatchObject({ method: 'PUT', url: '/items/1', text: '{"name":"x"}' });
});

test('serializes parameters in the style of the document and omits undefined ones', async () => {
  await using shop = await startShop();
  await listItems(createShopClient(shop), {
    query: {
      limit: undefined,
      tags: ['a&b', 'c'],
      ids: [1, 2],
      filter: { price: { min: 1 } },
    },
    header: { 'X-Trace': 'abc' },
  });
  const [request] = shop.requests;
  expect(request?.url).toBe('/items?tags=a%26b&tags=c&ids=1|2&filter[price][min]=1');
  expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
    accept: 'application/json',
    'x-trace': 'abc',
  });
});

test('sends a body with the named media type, JSON by default', async () => {
  await using shop = await startShop();
  const client = createShopClient(shop);
  await createItem(client, { body: { name: 'x' } });
  await createItem(client, { contentType: 'text/csv', body: 'name\nx' });
  await search(client, { body: { q: 'a b', sort: ['x', 'y'] } });
  const sent = shop.requests.map(({ headers, text }) => [headers.get('content-type'), text]);
  expect(sent).toEqual([
    ['application/json', '{"name":"x"}'],
    ['text/csv', 'name\nx'],
    ['application/x-www-form-urlencoded', 'q=a%20b&sort=x&sort=y'],
  ]);
});

test('sends files, texts, lists and JSON in a multipart form', async () => {
  await using shop = await startShop();
  const file = new File(['PNG'], 'a.png', { type: 'image/png' });
  await putPicture(createShopClient(shop), {
    path: { id: '1' },
    body: { file, caption: 'A picture', sizes: [1, 2], meta: { author: 'me' } },
  });
  const [request] = shop.requests;
  const form = await new Response(request?.text, {
    headers: { 'content-type': request?.headers.get('content-type') ?? '' },
  }).formData();
  const meta = form.get('meta');
  expect(form.get('file')).toMatchObject({ name: 'a.png', type: 'image/png', size: 3 });
  expect([form.get('caption'), form.getAll('sizes')]).toEqual(['A picture', ['1', '2']]);
  expect(meta).toBe('{"author":"me"}');
});

test('returns a file as a stream', async () => {
  await using shop = await startShop();
  const stream = await getPicture(createShopClient(shop), { path: { id: '1' } });
  expect(await new Response(stream).text()).toBe('PNG');
});

test('throws a documented failure as an error that the guard of its operation narrows', async () => {
  await using shop = await startShop();
  const error: unknown = await getItem(createShopClient(shop), { path: { id: 'gone' } }).catch(
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    code: 'api_error',
    operation: 'getItem',
    method: 'GET',
    url: `${shop.url}/items/gone`,
    status: 410,
    contentType: 'text/plain',
    data: 'sold out',
    message: `Request failed: GET ${shop.url}/items/gone: 410: Gone`,
  });
  expect([isErrorOf(error, 'getItem'), isErrorOf(error, 'putItem')]).toEqual([true, false]);
});

test('returns each documented response from resultOf, discriminated by its status', async () => {
  await using shop = await startShop({ status: 404, body: { title: 'No such item.' } });
  const result = await resultOf(getItem(createShopClient(shop), { path: { id: 'x' } }));
  const output = result.status === 404 ? result.data.title : result.data;
  expect([result.ok, output]).toEqual([false, 'No such item.']);
});

test.each([
  ['a status that is not documented', { status: 418, body: { title: 'A teapot.' } }],
  ['the page of a proxy', { status: 200, body: '<html></html>', type: 'text/html' }],
  ['a success without the body that it should have', { status: 200, body: '', type: 'application/json' }],
])('%s is unexpected', async (_, fault) => {
  await using shop = await startShop(fault);
  const call = getItem(createShopClient(shop), { path: { id: '1' } }, { retries: 0 });
  await expect(resultOf(call)).rejects.toBeInstanceOf(UnexpectedResponseError);
});

test.each(['', '.', '..'])('rejects the path parameter %j before sending anything', async (id) => {
  await using shop = await startShop();
  await expect(getItem(createShopClient(shop), { path: { id } })).rejects.toBeInstanceOf(ConfigurationError);
  expect(shop.requests).toEqual([]);
});

test('sends credentials with the operations that need them, by the first complete alternative', async () => {
  await using shop = await startShop();
  const picture = { path: { id: '1' } };
  await getItem(createShopClient(shop, { auth: { bearerAuth: 'token', headerKey: 'h' } }), picture);
  await getPicture(
    createShopClient(shop, { auth: { bearerAuth: 'token', headerKey: 'h', queryKey: 'q r' } }),
    picture,
  );
  await getPicture(createShopClient(shop, { auth: { headerKey: 'h', cookieKey: 'c d' } }), picture);
  await getPicture(createShopClient(shop, { auth: { bearerAuth: 'token' } }), picture);
  const body = { file: new Blob(['PNG']) };
  const basicAuth = { username: 'jürgen', password: 'p:q' };
  await putPicture(createShopClient(shop, { auth: { basicAuth } }), { ...picture, body });
  const sent = shop.requests.map(({ url, headers }) => [
    url,
    headers.get('authorization'),
    headers.get('x-key'),
    headers.get('cookie'),
  ]);
  expect(sent).toEqual([
    ['/items/1', 'Bearer token', null, null],
    ['/items/1/picture?key=q%20r', null, 'h', null],
    ['/items/1/picture', null, null, 'session=c%20d'],
    ['/items/1/picture', null, null, null],
    ['/items/1/picture', `Basic ${Buffer.from('jürgen:p:q').toString('base64')}`, null, null],
  ]);
});

test('calls the function of a token again for each attempt', async () => {
  await using shop = await startShop({ status: 500 });
  let count = 0;
  const bearerAuth = async () => {
    count += 1;
    return `token ${count}`;
  };
  await getItem(createShopClient(shop, { auth: { bearerAuth } }), { path: { id: '1' } });
  expect(shop.requests.map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer token 1',
    'Bearer token 2',
  ]);
});

test.each<[ClientOptions, string]>([
  [{}, 'https://eu.shop.example/v1/items/1'],
  [
    { server: { url: 'https://{region}.shop.example/{version}', variables: { region: 'us' } } },
    'https://us.shop.example/v1/items/1',
  ],
  [{ server: { url: 'https://staging.shop.example' } }, 'https://staging.shop.example/items/1'],
  [{ baseUrl: 'https://proxy.example/shop/' }, 'https://proxy.example/shop/items/1'],
])('with %j requests go to %s', async (options, url) => {
  const seen: string[] = [];
  const fetch = async (input: string | Request) => {
    seen.push(String(input));
    return Response.json({ id: '1', name: 'one', hits: 1 });
  };
  const client = createClient({ ...options, fetch });
  await getItem(client, { path: { id: '1' } });
  expect(seen).toEqual([url]);
});

test('sends an operation to its own server, unless a base URL is configured', async () => {
  const seen: string[] = [];
  const fetch = async (input: string | Request) => {
    seen.push(String(input));
    return Response.json({ hits: 1 });
  };
  await search(createClient({ fetch }), { body: { q: 'x' } });
  await search(createClient({ fetch, baseUrl: 'http://127.0.0.1:1' }), { body: { q: 'x' } });
  expect(seen).toEqual(['https://search.shop.example/search', 'http://127.0.0.1:1/search']);
});

test('rejects a server variable outside of its enum', () => {
  const region = 'mars' as 'eu';
  const server = { url: 'https://{region}.shop.example/{version}', variables: { region } } as const;
  expect(() => createClient({ server })).toThrow('must be one of eu, us (got "mars")');
});

test('overrides headers of the client by those of the document, and both by those of the call', async () => {
  await using shop = await startShop();
  const client = createShopClient(shop, {
    headers: { 'x-app': 'client', 'x-trace': 'client', accept: '*/*' },
  });
  const header = { 'X-Trace': 'document' };
  await listItems(client, { header }, { headers: { 'x-app': 'call' } });
  await listItems(client, {}, { headers: { 'x-app': null } });
  const sent = shop.requests.map(({ headers }) => [
    headers.get('x-app'),
    headers.get('x-trace'),
    headers.get('accept'),
  ]);
  expect(sent).toEqual([
    ['call', 'document', '*/*'],
    [null, 'client', '*/*'],
  ]);
});

test('runs middleware around every attempt, with the operation', async () => {
  await using shop = await startShop({ status: 500 });
  const seen: string[] = [];
  const client = createShopClient(shop, {
    middleware: [
      async (request, next, { id }) => {
        seen.push(id);
        return next(request);
      },
    ],
  });
  await getItem(client, { path: { id: '1' } });
  expect(seen).toEqual(['getItem', 'getItem']);
});

test('adds members to a client by extend, and replaces none', async () => {
  await using shop = await startShop({ status: 404 }, { status: 404 });
  const client = extend(createShopClient(shop, { retries: 0 }), (base) => ({
    async waitForItem(id: string) {
      for (;;) {
        const result = await resultOf(getItem(base, { path: { id } }));
        if (result.ok) return result.data;
        await base.settings.clock.sleep(1000);
      }
    },
  }));
  expect(await client.waitForItem('1')).toEqual({ id: '1', name: 'one' });
  const twice = extend(client, (extended) => ({ again: () => extended.waitForItem('1') }));
  expect(await twice.again()).toEqual({ id: '1', name: 'one' });
  expect(() => extend(client, () => ({ settings: {} }))).toThrow('"settings"');
});

test('binds functions to a client as methods', async () => {
  await using shop = await startShop();
  const items = bind(createShopClient(shop), { getItem, getFeed });
  expect(await items.getItem({ path: { id: '1' } })).toEqual({ id: '1', name: 'one' });
  expect(await items.getFeed()).toEqual({ entries: ['1'], next: '/feed?at=2' });
});

test('throws the errors that the factory of the client creates', async () => {
  await using shop = await startShop({ status: 404 });
  class SoldOutError extends ApiError {}
  const errors: ClientOptions['errors'] = {
    response: ({ answer, target }) =>
      new SoldOutError('mine', { ...target, ...answer, retryAfter: undefined }),
  };
  const client = createShopClient(shop, { errors });
  const call = getItem(client, { path: { id: '1' } });
  await expect(call).rejects.toBeInstanceOf(SoldOutError);
  await expect(getItem(client, { path: { id: '..' } })).rejects.toBeInstanceOf(ConfigurationError);
});
