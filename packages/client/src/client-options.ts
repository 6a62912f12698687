// What a client is made with, and what stands in where something is left out.
import {
  type BaseOptions,
  type CallOptions as RuntimeCallOptions,
  requireAmount,
  SYSTEM_CLOCK,
} from '@keyframe/openapi-runtime/client';
import { ConfigurationError } from './errors/configuration-error.ts';
import { keyframeErrors } from './errors/keyframe-errors.ts';
import type { SenderSettings } from './sender.ts';

const DEFAULT_RETRIES = 4;
const DEFAULT_TIMEOUT_MS = 30_000;

/** Sends a request by `next`; may change it, answer it, or look at the response. Runs once for each attempt. */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
) => Promise<Response>;

/** Options that every call takes; they replace those of the client. */
export interface CallOptions extends Omit<RuntimeCallOptions, 'headers'> {
  /** Sent on top of the client's headers. */
  headers?: Record<string, string> | undefined;
}

/** Configures a client. All of it may be left out where the environment names key and address. */
export interface ClientOptions
  extends Pick<BaseOptions, 'clock' | 'logger' | 'random' | 'retries' | 'timeout'> {
  /** `sk_live_…` or `sk_test_…`; `KEYFRAME_API_KEY` of the environment by default. */
  apiKey?: string | undefined;
  /** Where the service is, such as `https://api.example.com`; `KEYFRAME_BASE_URL` of the environment by default. */
  baseUrl?: string | undefined;
  /** Sends the requests; the global `fetch` by default. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Bounds each attempt, in milliseconds; 30 seconds by default, Infinity for no bound. */
  timeout?: number | undefined;
  /** Attempts after the first, of one call; 4 by default. */
  retries?: number | undefined;
  /** Runs around every attempt to the service, the first one outermost. */
  middleware?: readonly Middleware[] | undefined;
  /** Sent with every request. */
  headers?: Record<string, string> | undefined;
}

/** Gives what was passed or stands in the environment. */
function required(value: string | undefined, name: string, variable: string): string {
  const text = value ?? globalThis.process?.env?.[variable];
  if (text) return text;
  throw new ConfigurationError(`${name} is missing: pass it to createClient, or set ${variable}.`);
}

/** Fills in what was left out. */
export function settingsOf(options: ClientOptions): SenderSettings {
  // Malformed values may hold secrets: no message quotes them.
  const apiKey = required(options.apiKey, 'apiKey', 'KEYFRAME_API_KEY');
  if (!/^(?!Bearer\b)[!-~]+$/i.test(apiKey)) {
    throw new ConfigurationError('apiKey must be a key such as sk_test_…, without "Bearer".');
  }
  const baseUrl = required(options.baseUrl, 'baseUrl', 'KEYFRAME_BASE_URL');
  if (!/^https?:\/\/[^\s/@?#{}]+(?:\/[^\s@?#{}]*)?$/i.test(baseUrl)) {
    throw new ConfigurationError(
      'baseUrl must be an http or https URL without credentials, query or fragment.',
    );
  }
  const { fetch: custom, logger, timeout = DEFAULT_TIMEOUT_MS, retries = DEFAULT_RETRIES } = options;
  const { middleware = [], clock = SYSTEM_CLOCK, random = Math.random } = options;
  if ('document' in globalThis && apiKey.startsWith('sk_live_')) {
    (logger ?? console).warn('Everyone can read a live key in a browser: use it on a server.');
  }
  requireAmount(keyframeErrors, 'timeout', timeout);
  requireAmount(keyframeErrors, 'retries', retries);
  const redact = (message: string) => message.replaceAll(apiKey, `${apiKey.slice(0, 8)}…`);
  const headers = new Headers(options.headers);
  headers.set('Authorization', `Bearer ${apiKey}`);
  const send = (request: string | Request, init?: RequestInit) =>
    custom ? custom(new Request(request, init)) : fetch(request, init);
  const sendLayered = middleware.reduceRight<(request: Request) => Promise<Response>>(
    (next, layer) => async (request) => layer(request, next),
    send,
  );
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: Object.fromEntries(headers),
    errors: keyframeErrors,
    timeout,
    retries,
    clock,
    random,
    logger: logger && {
      debug: (message) => logger.debug(redact(message)),
      warn: (message) => logger.warn(redact(message)),
    },
    fetch: send,
    // `fetch` makes a Request of whatever it gets: one more would cost as much as all the rest of the client.
    send: (url, init) => (middleware[0] ? sendLayered(new Request(url, init)) : send(url, init)),
  };
}
