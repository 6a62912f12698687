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

/** The query of an operation that answers pages; the next one is asked for when a list comes to its end. */
export function askPages<TRequest extends { query?: { cursor?: string } | undefined }, TPage extends Page>(
  name: string,
  operation: Operation<TRequest, TPage>,
  request: NoInfer<TRequest>,
) {
  return infiniteQueryOptions({
    queryKey: [name, 'pages', request],
    queryFn: async ({ signal, pageParam }) => {
      const query = pageParam === null ? request.query : { ...request.query, cursor: pageParam };
      return operation(client, { ...request, query }, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: cursor }) => cursor,
  });
}
