// A client whose responses are made in the page, and the text that each adapter shows of them.
import { createClient } from '../shop/generated/index.ts';

/** Creates a client of a shop with two pages of items, in which `three` can be created. */
export function createShopClient() {
  const respond = async (input: Request | string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(typeof input === 'string' ? input : input.url);
    if (pathname === '/items/gone')
      return Response.json(
        { title: 'gone' },
        { status: 404, headers: { 'content-type': 'application/problem+json' } },
      );
    if (init?.method === 'POST') return Response.json({ id: '3', name: 'three' }, { status: 201 });
    return searchParams.has('cursor')
      ? Response.json({ data: [{ id: '2', name: 'two' }], next_cursor: null })
      : Response.json({ data: [{ id: '1', name: 'one' }], next_cursor: 'b' });
  };
  return createClient({ baseUrl: 'https://shop.example', fetch: respond });
}

interface Shown {
  items: readonly { name: string }[] | undefined;
  pages: readonly { data: { data: readonly { name: string }[] } }[] | undefined;
  failure: string | undefined;
  created: string | undefined;
}

/** Writes what the four queries have returned. */
export function formatResults({ items, pages, failure, created }: Shown): string {
  const all = pages?.flatMap(({ data }) => data.data.map(({ name }) => name));
  return [items?.map(({ name }) => name), all, failure, created].map(String).join(' | ');
}
