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

test('a cursor of the body is followed, beside the parameters that were given', async () => {
  await using shop = await startShop();
  const client = createClient({ baseUrl: shop.url });
  const pages = listItemsPages(client, { query: { limit: 1 } });
  const names: string[] = (await all(pages.items())).map(({ name }) => name);
  expect(names).toEqual(['one', 'two']);
  expect(shop.requests.map(({ url }) => url)).toEqual(['/items?limit=1', '/items?limit=1&cursor=b%26c']);
});

test('the header Link is followed', async () => {
  await using shop = await startShop();
  const pages = await all(listOrdersPages(createClient({ baseUrl: shop.url, auth: { bearerAuth: 't' } })));
  expect(pages.map(([order]) => order?.id)).toEqual(['order 1', 'order 2', 'order 3']);
  expect(shop.requests.map(({ headers }) => headers.get('authorization'))).toEqual(Array(3).fill('Bearer t'));
});

test('a link of the document is followed', async () => {
  await using shop = await startShop();
  const invoices: string[] = await all(listInvoicesPages(createClient({ baseUrl: shop.url })).items());
  expect(invoices).toEqual(['a', 'b', 'c']);
});

test('a URL of the body is followed', async () => {
  await using shop = await startShop();
  expect(await all(getFeedPages(createClient({ baseUrl: shop.url })).items())).toEqual(['1', '2']);
});

test('a page is asked for when it is needed, and each may be retried', async () => {
  await using shop = await startShop({ status: 500 });
  for await (const page of listItemsPages(createClient({ baseUrl: shop.url, random: () => 0 }))) {
    expect(page.data).toHaveLength(1);
    break;
  }
  expect(shop.requests).toHaveLength(2);
});

test('a page at another origin is not asked for: the credentials would go there', async () => {
  await using shop = await startShop({
    status: 200,
    type: 'application/json',
    body: { entries: [], next: 'https://evil.example/feed' },
  });
  const pages = getFeedPages(createClient({ baseUrl: shop.url }));
  await expect(all(pages)).rejects.toBeInstanceOf(UnexpectedResponseError);
});

test('a service that names the same page again is asked once', async () => {
  const same = { status: 200, type: 'application/json', body: { data: [], next_cursor: 'x' } };
  await using shop = await startShop(same, same, same);
  expect(await all(listItemsPages(createClient({ baseUrl: shop.url })))).toHaveLength(2);
});
