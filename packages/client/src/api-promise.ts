import { readRequestId } from './errors/keyframe-errors.ts';
import { parseRateLimits, type RateLimit } from './rate-limits.ts';

/** A body and its response. */
export interface WithResponse<TData> {
  data: TData;
  /** The raw response; its body has been read. */
  response: Response;
  /** The service's id of the request; quote it when you ask for help. */
  requestId: string | undefined;
  /** The limits that apply, and their remaining requests. */
  rateLimits: RateLimit[];
}

/** A promise of a body that can return the response, too. */
export interface ApiPromise<TData> extends Promise<TData> {
  /** Returns the body with the raw response, its request id and its rate limits. */
  withResponse(): Promise<WithResponse<TData>>;
}

/** A body and its response, as generated functions return them. */
export interface Answer<TData> {
  data: TData;
  response: Response;
}

/** Reads the headers that the service sends with every response. */
export function withHeaders<TData>({ data, response }: Answer<TData>): WithResponse<TData> {
  const { headers } = response;
  return { data, response, requestId: readRequestId(headers), rateLimits: parseRateLimits(headers) };
}

/** Types a call of a generated function as an ApiPromise, which the sender creates; `withHeaders` describes its response. */
export function apiPromise<TData>(call: Promise<TData>): ApiPromise<TData> {
  return call as ApiPromise<TData>;
}
