// Queries of the contract's operations. The operation and its request identify a query.
import type { CallOptions, Client } from '@keyframe/console-contract/client';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { client } from './client.ts';

type Operation<TRequest, TData> = (
  client: Client,
  request: TRequest,
  options?: CallOptions,
) => PromiseLike<TData>;

/** Any operation, for functions that only identify it. */
type AnyOperation = (...parameters: never[]) => unknown;

interface Page {
  readonly next_cursor: string | null;
}

const operationIds = new WeakMap<AnyOperation, number>();
let lastId = 0;

/** Returns the first member of an operation's query keys. Names of functions do not survive the build, so they are numbered. */
function operationKey(operation: AnyOperation): string {
  let id = operationIds.get(operation);
  if (id === undefined) {
    lastId += 1;
    id = lastId;
    operationIds.set(operation, id);
  }
  return `operation-${id}`;
}

/** Creates the query of an operation. */
export function operationQuery<TRequest, TData>(
  operation: Operation<TRequest, TData>,
  request: NoInfer<TRequest>,
) {
  return queryOptions({
    queryKey: [operationKey(operation), request],
    queryFn: async ({ signal }) => operation(client, request, { signal }),
  });
}

/** The query parameter that selects a page; the first page has none. */
interface PageQuery {
  cursor?: string;
}

/** Creates the query of an operation that returns pages. */
export function pagedQuery<TRequest, TPage extends Page>(
  operation: Operation<TRequest, TPage>,
  request: (page: PageQuery) => NoInfer<TRequest>,
) {
  return infiniteQueryOptions({
    queryKey: [operationKey(operation), 'pages', request({})],
    queryFn: async ({ signal, pageParam }) => operation(client, request(pageParam), { signal }),
    initialPageParam: {} as PageQuery,
    getNextPageParam: ({ next_cursor: cursor }) => (cursor === null ? null : { cursor }),
  });
}

/** Returns a function that reads the queries of some operations again; without operations, all queries. */
export function useRefresh(): (...operations: readonly AnyOperation[]) => Promise<void> {
  const queries = useQueryClient();
  return async (...operations) => {
    if (operations.length === 0) return queries.invalidateQueries();
    const keys = operations.map((operation) => [operationKey(operation)]);
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
}
