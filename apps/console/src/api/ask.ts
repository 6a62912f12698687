// The operations of the contract as queries: a query is known by a name and by what it was asked with.
import type { CallOptions, Client } from '@keyframe/console-contract/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

type Operation<TRequest, TData> = (
  client: Client,
  request: TRequest,
  options?: CallOptions,
) => PromiseLike<TData>;

interface Page {
  readonly next_cursor: string | null;
}

/** The query of an operation. */
export function ask<TRequest, TData>(
  name: string,
  operation: Operation<TRequest, TData>,
  request: NoInfer<TRequest>,
) {
  return queryOptions({
    queryKey: [name, request],
    queryFn: async ({ signal }) => operation(client, request, { signal }),
  });
}

/** What names a page in a query: nothing for the first one. */
interface PageQuery {
  cursor?: string;
}

/** The query of an operation that answers pages; the next one is asked for when a list comes to its end. */
export function askPages<TRequest, TPage extends Page>(
  name: string,
  operation: Operation<TRequest, TPage>,
  request: (page: PageQuery) => NoInfer<TRequest>,
) {
  return infiniteQueryOptions({
    queryKey: [name, 'pages', request({})],
    queryFn: async ({ signal, pageParam }) => operation(client, request(pageParam), { signal }),
    initialPageParam: {} as PageQuery,
    getNextPageParam: ({ next_cursor: cursor }) => (cursor === null ? null : { cursor }),
  });
}
