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

/** A call of a generated function. */
interface Call<TData> extends Promise<TData> {
  withResponse(): Promise<Answer<TData>>;
}

/** Makes the response of a call tell what the service says of every request. */
export function apiPromise<TData>(call: Call<TData>): ApiPromise<TData> {
  const { withResponse } = call;
  return Object.assign(call, {
    withResponse: async () => {
      const { data, response } = await withResponse();
      const { headers } = response;
      return { data, response, requestId: requestIdOf(headers), rateLimits: rateLimitsOf(headers) };
    },
  });
}
