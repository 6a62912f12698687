import { type RateLimit, rateLimitsOf } from './rate-limits.ts';
import { requestIdOf } from './response-error.ts';

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

/** A body and its response, as the transport gives them. */
export interface Answer<TData> {
  data: TData;
  response: Response;
}

/** Makes the promise of a call out of the call that is under way. */
export function apiPromise<TData>(call: Promise<Answer<TData>>): ApiPromise<TData> {
  const body = call.then(({ data }) => data);
  return Object.assign(body, {
    withResponse: () => {
      // Whoever asks for the response hears of the failure there; the body's promise must not report it once more.
      body.catch(() => {});
      return call.then(({ data, response }) => ({
        data,
        response,
        requestId: requestIdOf(response.headers),
        rateLimits: rateLimitsOf(response.headers),
      }));
    },
  });
}
