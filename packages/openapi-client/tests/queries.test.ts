import { InfiniteQueryObserver, MutationObserver, QueryClient } from '@tanstack/query-core';
import { afterEach, expect, test } from 'vitest';
import {
  createClient,
  createItemMutation,
  getItemQuery,
  listInvoicesInfiniteQuery,
  listItemsInfiniteQuery,
  listItemsQuery,
  listOrdersInfiniteQuery,
  putItemMutation,
} from './shop/generated/index.ts';
import { startShop } from './support/shop-server.ts';

const queries = new QueryClient();
afterEach(() => queries.clear());

test('a query has the operation and its request as its key, and returns the data', async () => {
  await using shop = await startShop();
  const client = createClient({ baseUrl: shop.url });
  const options = listItemsQuery(client, { query: { limit: 1 } });
  expect(options.queryKey).toEqual(['listItems', { query: { limit: 1 } }]);
  expect(listItemsQuery(client).queryKey).toEqual(['listItems']);
  const { data } = await queries.fetchQuery(options);
  expect(data.map(({ name }) => name)).toEqual(['one']);
});

test('a documented failure is the error of a query, and is not repeated', async () => {
  await using shop = await startShop();
  const options = getItemQuery(createClient({ baseUrl: shop.url }), { path: { id: 'gone' } });
  await expect(queries.fetchQuery(options)).rejects.toMatchObject({ code: 'api_error' });
  expect(shop.requests).toHaveLength(1);
});

test('a query that is cancelled aborts its request', async () => {
  let signal: AbortSignal | null | undefined;
  const fetch = (_: Request | string, init?: RequestInit) => {
    signal = init?.signal;
    return new Promise<Response>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal?.reason));
    });
  };
  const options = listItemsQuery(createClient({ baseUrl: 'https://shop.example', fetch }));
  const pending = queries.fetchQuery(options);
  const rejected = expect(pending).rejects.toThrow();
  await expect.poll(() => signal).toBeDefined();
  await queries.cancelQueries({ queryKey: ['listItems'] });
  await rejected;
  expect(signal?.aborted).toBe(true);
});

test.each([
  ['a cursor', listItemsInfiniteQuery, 2],
  ['the header Link', listOrdersInfiniteQuery, 3],
  ['a link of the document', listInvoicesInfiniteQuery, 2],
] as const)('a query of pages follows %s to the end', async (_title, create, count) => {
  await using shop = await startShop();
  const client = createClient({ baseUrl: shop.url, auth: { bearerAuth: 't' } });
  const observer = new InfiniteQueryObserver(
    queries,
    create(client, { query: { limit: 1 } } as never) as never,
  );
  let result = await observer.fetchNextPage();
  while (result.hasNextPage) result = await observer.fetchNextPage();
  expect(result.data).toMatchObject({ pages: Array(count).fill({ data: expect.anything() }) });
});

test('a mutation has the request as its variables', async () => {
  await using shop = await startShop();
  const client = createClient({ baseUrl: shop.url });
  const observer = new MutationObserver(queries, createItemMutation(client));
  const created = await observer.mutate({ body: { name: 'three' } });
  expect(created).toMatchObject({ name: 'three' });
  expect(putItemMutation(client).mutationKey).toEqual(['putItem']);
});
