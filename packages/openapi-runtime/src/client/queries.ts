// Options of TanStack Query for calls. They are plain objects, so that its adapter for any framework accepts them.
import type { ApiErrorOf } from './api-error-of.ts';
import type { Call } from './call.ts';
import type { CallOptions } from './client.ts';
import type { ConfigurationError, NetworkError, UnexpectedResponseError } from './errors.ts';
import type { DataOf, OperationTypes } from './operation-types.ts';
import type { Page, PageParam, PageSequence } from './paginate.ts';

/** The errors that a call rejects with, discriminated by `code`, unless its client creates other ones. */
export type CallError<TOperation extends OperationTypes> =
  | ApiErrorOf<TOperation>
  | ConfigurationError
  | NetworkError
  | UnexpectedResponseError;

/** Options of the calls of a query, which passes its own signal. */
export type QueryCallOptions = Omit<CallOptions, 'signal'>;

/** The client has already repeated the call as its document allows. Declares the type of the errors, too. */
type Retry<TOperation extends OperationTypes> = (
  failureCount: number,
  error: CallError<TOperation>,
) => boolean;

// TanStack Query rejects undefined as data.
type QueryData<TData> = undefined extends TData ? Exclude<TData, undefined> | null : TData;

/** Options of a query. */
export interface QueryOptions<TOperation extends OperationTypes, TId extends string, TRequest> {
  queryKey: readonly [id: TId, request?: TRequest];
  queryFn: (context: { signal: AbortSignal }) => Promise<QueryData<DataOf<TOperation>>>;
  retry: Retry<TOperation>;
}

/** Creates options of a query; its key consists of the operationId and the request. */
export function queryOptions<TOperation extends OperationTypes, TId extends string, TRequest>(
  id: TId,
  request: TRequest | undefined,
  call: (signal: AbortSignal) => Call<TOperation>,
): QueryOptions<TOperation, TId, TRequest> {
  const queryFn = async ({ signal }: { signal: AbortSignal }) =>
    ((await call(signal)) ?? null) as QueryData<DataOf<TOperation>>;
  return { queryKey: request === undefined ? [id] : [id, request], queryFn, retry: () => false };
}

/** Options of a query of pages. */
export interface InfiniteQueryOptions<TOperation extends OperationTypes, TId extends string, TRequest> {
  queryKey: readonly [id: TId, kind: 'pages', request?: TRequest];
  queryFn: (context: {
    signal: AbortSignal;
    pageParam: PageParam | null;
  }) => Promise<Page<DataOf<TOperation>>>;
  initialPageParam: PageParam | null;
  getNextPageParam: (page: Page<DataOf<TOperation>>) => PageParam | undefined;
  retry: Retry<TOperation>;
}

/** Creates options of a query of pages; each page has its `data` and the parameter of the next one. */
export function infiniteQueryOptions<TOperation extends OperationTypes, TId extends string, TRequest>(
  id: TId,
  request: TRequest | undefined,
  open: (signal: AbortSignal) => PageSequence<DataOf<TOperation>>,
): InfiniteQueryOptions<TOperation, TId, TRequest> {
  return {
    queryKey: request === undefined ? [id, 'pages'] : [id, 'pages', request],
    queryFn: ({ signal, pageParam }) => open(signal).page(pageParam ?? undefined),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    retry: () => false,
  };
}

/** Options of a mutation, whose variables are the request. */
export interface MutationOptions<TOperation extends OperationTypes, TId extends string, TRequest> {
  mutationKey: readonly [id: TId];
  mutationFn: (request: TRequest) => Promise<DataOf<TOperation>>;
  retry: Retry<TOperation>;
}

/** Creates options of a mutation. */
export function mutationOptions<TOperation extends OperationTypes, TId extends string, TRequest>(
  id: TId,
  call: (request: TRequest) => Call<TOperation>,
): MutationOptions<TOperation, TId, TRequest> {
  return { mutationKey: [id], mutationFn: call, retry: () => false };
}
