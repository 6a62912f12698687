import { useInfiniteQuery, useMutation, useQuery, VueQueryPlugin } from '@tanstack/vue-query';
import { createApp, defineComponent, onMounted, watchEffect } from 'vue';
import {
  createItemMutation,
  getItemQuery,
  listItemsInfiniteQuery,
  listItemsQuery,
} from '../shop/generated/index.ts';
import { createShopClient, formatResults } from './client.ts';

const client = createShopClient();

const Items = defineComponent(() => {
  const items = useQuery(listItemsQuery(client));
  const pages = useInfiniteQuery(listItemsInfiniteQuery(client));
  const gone = useQuery(getItemQuery(client, { path: { id: 'gone' } }));
  const creation = useMutation(createItemMutation(client));
  onMounted(() => creation.mutate({ body: { name: 'three' } }));
  watchEffect(() => {
    if (pages.hasNextPage.value) pages.fetchNextPage();
  });
  return () => {
    const error = gone.error.value;
    return formatResults({
      items: items.data.value?.data,
      pages: pages.data.value?.pages,
      failure: error?.code === 'api_error' ? String(error.status) : undefined,
      created: creation.data.value?.name,
    });
  };
});

/** Shows the items with Vue. */
export function showVue(element: HTMLElement): void {
  createApp(Items).use(VueQueryPlugin).mount(element);
}
