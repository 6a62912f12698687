import { createInfiniteQuery, createMutation, createQuery } from '@tanstack/svelte-query';
import {
  createItemMutation,
  getItemQuery,
  listItemsInfiniteQuery,
  listItemsQuery,
} from '../shop/generated/index.ts';
import { createShopClient, formatResults } from './client.ts';

/** Creates the queries of a component. */
export function createShopQueries() {
  const client = createShopClient();
  const items = createQuery(() => listItemsQuery(client));
  const pages = createInfiniteQuery(() => listItemsInfiniteQuery(client));
  const gone = createQuery(() => getItemQuery(client, { path: { id: 'gone' } }));
  const creation = createMutation(() => createItemMutation(client));
  return {
    create: () => creation.mutate({ body: { name: 'three' } }),
    followPages: () => {
      if (pages.hasNextPage) pages.fetchNextPage();
    },
    format: () =>
      formatResults({
        items: items.data?.data,
        pages: pages.data?.pages,
        failure: gone.error?.code === 'api_error' ? String(gone.error.status) : undefined,
        created: creation.data?.name,
      }),
  };
}
