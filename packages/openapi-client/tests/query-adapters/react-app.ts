import {
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { createElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import {
  createItemMutation,
  getItemQuery,
  listItemsInfiniteQuery,
  listItemsQuery,
} from '../shop/generated/index.ts';
import { createShopClient, formatResults } from './client.ts';

const client = createShopClient();

function Items() {
  const items = useQuery(listItemsQuery(client));
  const pages = useInfiniteQuery(listItemsInfiniteQuery(client));
  const gone = useQuery(getItemQuery(client, { path: { id: 'gone' } }));
  const creation = useMutation(createItemMutation(client));
  const { mutate } = creation;
  const { hasNextPage, fetchNextPage } = pages;
  useEffect(() => mutate({ body: { name: 'three' } }), [mutate]);
  useEffect(() => {
    if (hasNextPage) fetchNextPage();
  }, [hasNextPage, fetchNextPage]);
  const failure = gone.error?.code === 'api_error' ? String(gone.error.status) : undefined;
  return formatResults({
    items: items.data?.data,
    pages: pages.data?.pages,
    failure,
    created: creation.data?.name,
  });
}

/** Shows the items with React. */
export function showReact(element: HTMLElement): void {
  createRoot(element).render(
    createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Items)),
  );
}
