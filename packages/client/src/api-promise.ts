import { requestIdOf } from './errors/keyframe-errors.ts';
import { type RateLimit, rateLimitsOf } from './rate-limits.ts';

/** A body and the response that it came with. */
export interface WithResponse<TData> {
  data: TData;
  /** Its body has been read. */
  response: Response;
  /** What the service calls the request; quote it when you ask for help. */
  requestId: string | undefined;
  /** What is left of each limit that applies. */
  rateLimits: RateLimit[];
}

/** A promise of a body, which gives the response on request. */
export interface ApiPromise<TData> extends Promise<TData> {
  /** Gives the raw response as well, its request id and rate limits. */
  withResponse(): Promise<WithResponse<TData>>;
}

/** A body and its response, as generated functions give them. */
export interface Answer<TData> {
  data: TData;
  response: Response;
}

/** Tells what the service says of every request. */
export function withHeaders<TData>({ data, response }: Answer<TData>): WithResponse<TData> {
  const { headers } = response;
  return { data, response, requestId: requestIdOf(headers), rateLimits: rateLimitsOf(headers) };
}

/** Types a call of a generated function as the sender makes it: `withHeaders` describes its response. */
export function apiPromise<TData>(call: Promise<TData>): ApiPromise<TData> {
  return call as ApiPromise<TData>;
}
