import { expect, test } from 'vitest';
import {
  createClient,
  getFeedPages,
  listInvoicesPages,
  listItemsPages,
  listOrdersPages,
  UnexpectedResponseError,
} from './shop/generated/index.ts';
import { startShop } from './support/shop-server.ts';

async function all<TItem>(items: AsyncIterable<TItem>): Promise<TItem[]> {
  const found: TItem[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test('follows a cursor of the body and keeps the other parameters', async () => {
  await using shop = await startShop();
  const client = createClient({ baseUrl: shop.url });
  const pages = listItemsPages(client, { query: { limit: 1 } });
  const names: string[] = (await all(pages.items())).map(({ name }) => name);
  expect(names).toEqual(['one', 'two']);
  expect(shop.requests.map(({ url }) => url)).toEqual(['/items?limit=1', '/items?limit=1&cursor=b%26c']);
});

test('follows the header Link', async () => {
  await using shop = await startShop();
  const pages = await all(listOrdersPages(createClient({ baseUrl: shop.url, auth: { bearerAuth: 't' } })));
  expect(pages.map(([order]) => order?.id)).toEqual(['order 1', 'order 2', 'order 3']);
  expect(shop.requests.map(({ headers }) => headers.get('authorization'))).toEqual(Array(3).fill('Bearer t'));
});

test('follows a link of the document', async () => {
  await using shop = await startShop();
  const invoices: string[] = await all(listInvoicesPages(createClient({ baseUrl: shop.url })).items());
  expect(invoices).toEqual(['a', 'b', 'c']);
});

test('follows a URL of the body', async () => {
  await using shop = await startShop();
  expect(await all(getFeedPages(createClient({ baseUrl: shop.url })).items())).toEqual(['1', '2']);
});

test('requests a page only when it is needed, and retries each', async () => {
  await using shop = await startShop({ status: 500 });
  for await (const page of listItemsPages(createClient({ baseUrl: shop.url, random: () => 0 }))) {
    expect(page.data).toHaveLength(1);
    break;
  }
  expect(shop.requests).toHaveLength(2);
});

test('does not request a page at another origin, because credentials would go there', async () => {
  await using shop = await startShop({
    status: 200,
    type: 'application/json',
    body: { entries: [], next: 'https://evil.example/feed' },
  });
  const pages = getFeedPages(createClient({ baseUrl: shop.url }));
  await expect(all(pages)).rejects.toBeInstanceOf(UnexpectedResponseError);
});

test('stops when a page links to itself', async () => {
  const same = { status: 200, type: 'application/json', body: { data: [], next_cursor: 'x' } };
  await using shop = await startShop(same, same, same);
  expect(await all(listItemsPages(createClient({ baseUrl: shop.url })))).toHaveLength(2);
});
