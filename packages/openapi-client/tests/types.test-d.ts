// Expected compiler errors: each line below contains a mistake that the document excludes.
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core';
import {
  type ApiErrorOf,
  awaitOutcome,
  type ClientOptions,
  createClient,
  createExportWork,
  createItem,
  createItemMutation,
  createOrder,
  type DataOf,
  getItem,
  getItemQuery,
  getPicture,
  isErrorOf,
  listItems,
  listItemsInfiniteQuery,
  listItemsPages,
  listItemsQuery,
  type operations,
  putPicture,
  resultOf,
  resumeCreateExport,
  search,
} from './shop/generated/index.ts';

declare global {
  // Next declares this option of its own.
  interface RequestInit {
    next?: { revalidate?: number; tags?: readonly string[] };
  }
}

type Equal<TOne, TOther> =
  (<T>() => T extends TOne ? 1 : 2) extends <T>() => T extends TOther ? 1 : 2 ? true : false;

function assertType<_T extends true>(): void {}

export async function calls(): Promise<void> {
  const client = createClient({ auth: { bearerAuth: () => 'token' } });
  // @ts-expect-error a path parameter is missing
  await getItem(client);
  // @ts-expect-error the document has no such parameter
  await getItem(client, { path: { id: '1', name: 'x' } });
  const item = await getItem(client, { path: { id: '1' } });
  assertType<Equal<typeof item, { id: string; name: string }>>();
  // @ts-expect-error an invoice has no card
  await createOrder(client, { body: { kind: 'invoice', item: '1', card: 'x' } });
  // @ts-expect-error a card order needs its card
  await createOrder(client, { body: { kind: 'card', item: '1' } });
  // The client creates the key unless it is passed.
  await createOrder(client, {
    body: { kind: 'card', item: '1', card: 'x' },
    header: { 'Idempotency-Key': 'k' },
  });
  // @ts-expect-error CSV has to be named
  await createItem(client, { body: 'name' });
  await createItem(client, { contentType: 'text/csv', body: 'name' });
  // @ts-expect-error a file is no text
  await putPicture(client, { path: { id: '1' }, body: { file: 'PNG' } });
  const picture = await getPicture(client, { path: { id: '1' } });
  assertType<Equal<typeof picture, ReadableStream<Uint8Array<ArrayBuffer>>>>();
  await listItems(client, { query: { limit: undefined } });
  await listItems(
    client,
    {},
    { credentials: 'include', cache: 'no-store', keepalive: true, next: { revalidate: 10 } },
  );
  createClient({ credentials: 'include', next: { tags: ['items'] } });
  // @ts-expect-error fetch has no such option
  await listItems(client, {}, { credential: 'include' });
  // @ts-expect-error the document decides the method
  await listItems(client, {}, { method: 'POST' });
  for await (const { name } of listItemsPages(client).items()) assertType<Equal<typeof name, string>>();
}

export async function failures(error: unknown): Promise<void> {
  const client = createClient();
  if (isErrorOf(error, 'getItem')) {
    assertType<Equal<typeof error.status, 404 | 410>>();
    if (error.status === 404) assertType<Equal<typeof error.data, { title: string; field?: string }>>();
    if (error.status === 410) assertType<Equal<typeof error.data, string>>();
  }
  // @ts-expect-error the document has no such operation
  isErrorOf(error, 'getThing');
  const result = await resultOf(getItem(client, { path: { id: '1' } }));
  if (result.ok) assertType<Equal<typeof result.data, { id: string; name: string }>>();
  else assertType<Equal<typeof result.status, 404 | 410>>();
  const found = await search(client, { body: { q: 'x' } }).withResponse();
  if (found.contentType === 'text/csv') assertType<Equal<typeof found.data, string>>();
  else assertType<Equal<typeof found.data, { hits: number }>>();
}

// A range covers the statuses without a response of their own, and the default covers the rest.
type ListError = ApiErrorOf<operations['listItems']>;
export function listFailures(error: ListError): void {
  if (error.status === 418) assertType<Equal<typeof error.contentType, 'application/problem+json'>>();
  if (error.status === 503) assertType<Equal<typeof error.data, { title: string; field?: string }>>();
}

assertType<Equal<DataOf<operations['listItems']>['next_cursor'], string | null>>();

export const options: ClientOptions = {
  // @ts-expect-error a server variable has its values
  server: { url: 'https://{region}.shop.example/{version}', variables: { region: 'mars' } },
};

export async function queries(): Promise<void> {
  const client = createClient();
  const queryClient = new QueryClient();
  const { data } = await queryClient.fetchQuery(listItemsQuery(client));
  assertType<Equal<typeof data, DataOf<operations['listItems']>['data']>>();
  const observer = new QueryObserver(queryClient, getItemQuery(client, { path: { id: '1' } }));
  const { error } = observer.getCurrentResult();
  if (error?.code === 'api_error' && error.status === 404)
    assertType<Equal<typeof error.data.title, string>>();
  const pages = await queryClient.fetchInfiniteQuery({ ...listItemsInfiniteQuery(client), pages: 2 });
  assertType<Equal<(typeof pages.pages)[0]['data'], DataOf<operations['listItems']>>>();
  const creation = new MutationObserver(queryClient, createItemMutation(client));
  await creation.mutate({ body: { name: 'a' } });
  // @ts-expect-error the body is missing
  await creation.mutate({});
  // @ts-expect-error a path parameter is missing
  getItemQuery(client, {});
}

export async function work(): Promise<void> {
  const client = createClient();
  const started = await createExportWork(client, { body: { format: 'csv' } });
  const end = await awaitOutcome(started, {
    onProgress({ data }) {
      assertType<Equal<typeof data, DataOf<operations['getExport']>>>();
    },
  });
  if (end.ok) assertType<Equal<typeof end.result, string>>();
  else assertType<Equal<typeof end.data.reason, string>>();
  await resumeCreateExport(client, started.id).cancel();
  // @ts-expect-error the body is missing
  await createExportWork(client, {});
}
