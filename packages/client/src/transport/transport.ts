// Sends calls as JSON, through middleware. What a call asks for stands in operations.ts.
import { defaultBodySerializer, mergeHeaders } from 'openapi-fetch';
import type { Answer } from './api-promise.ts';
import {
  type AttemptOptions,
  type AttemptSettings,
  networkError,
  type Target,
  withAttempts,
} from './attempts.ts';
import { responseError } from './response-error.ts';

/** Sends a request by `next`; may change it, answer it, or look at the response. Runs once for each attempt. */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
) => Promise<Response>;

/** Options that every call takes; they replace those of the client. */
export interface CallOptions extends AttemptOptions {
  /** Sent on top of the client's headers. */
  headers?: Record<string, string> | undefined;
}

/** What every call of one client shares. */
export interface TransportSettings extends AttemptSettings {
  /** Without a slash at its end. */
  baseUrl: string;
  headers: Headers;
  fetch: (request: string | Request, init?: RequestInit) => Promise<Response>;
  /** Outermost first. */
  middleware: readonly Middleware[];
}

/** One operation with its arguments filled in. */
export interface Call {
  /** Below the base URL; its parameters filled in. */
  path: string;
  headers?: Record<string, string>;
  /** Posted as JSON; without it the call is a GET. */
  body?: unknown;
}

/** Sends calls and gives the body of any 2xx (OPEN-1). */
export interface Transport {
  readonly settings: TransportSettings;
  /** @throws the signal's reason when it is aborted, else a `KeyframeError` */
  send<TData>(call: Call, options?: CallOptions): Promise<Answer<TData>>;
}

/** Creates a transport; `note` hears of every response of the service. */
export function createTransport(settings: TransportSettings, note: (response: Response) => void): Transport {
  const { clock, logger, baseUrl, middleware } = settings;
  const fetchNoted = async (request: string | Request, init?: RequestInit) => {
    const response = await settings.fetch(request, init);
    note(response);
    return response;
  };
  const fetchLayered = middleware.reduceRight<(request: Request) => Promise<Response>>(
    (next, layer) => async (request) => layer(request, next),
    fetchNoted,
  );
  // `fetch` makes a Request of whatever it gets: one more would cost as much as all the rest of the client.
  const send =
    middleware.length === 0
      ? fetchNoted
      : (url: string, init: RequestInit) => fetchLayered(new Request(url, init));
  return {
    settings,
    async send<TData>({ path, headers: own, body }: Call, options: CallOptions = {}) {
      const url = baseUrl + path;
      const method = body === undefined ? 'GET' : 'POST';
      const target = { method, url };
      const headers =
        own || options.headers ? mergeHeaders(settings.headers, own, options.headers) : settings.headers;
      const init = { method, headers, ...(body === undefined ? {} : { body: defaultBodySerializer(body) }) };
      return withAttempts(merge(settings, options), target, async ({ signal, end }) => {
        const startedAt = clock.now();
        const response = await send(url, { ...init, signal });
        const data = parseBody(response, await response.text(), target);
        end();
        const elapsedMs = Math.round(clock.now() - startedAt);
        logger?.debug(`${method} ${url}: ${response.status} in ${elapsedMs} ms`);
        // Whatever is no object is no response of the contract either.
        if (!response.ok || !(data instanceof Object)) throw responseError(response, data, target);
        return { data: data as TData, response };
      });
    },
  };
}

/** Puts the options of a call in the place of the client's; undefined ones replace nothing. */
export function merge<TSettings extends AttemptSettings>(
  settings: TSettings,
  { signal, timeout = settings.timeout, retries = settings.retries }: AttemptOptions,
): TSettings & AttemptOptions {
  return { ...settings, signal, timeout, retries };
}

/** Reads a body: JSON, or the text of whatever else stands between the client and the service. */
export function parseBody(response: Response, text: string, target: Target): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    // A proxy may cut a body and correct its length.
    if (/\bjson\b/.test(response.headers.get('content-type') ?? '')) throw networkError(cause, target);
    return text;
  }
}
