// What a client is made with, and what stands in where something is left out.
import { type Clock, SYSTEM_CLOCK } from './clock.ts';
import { ConfigurationError } from './errors/configuration-error.ts';
import { type Logger, requireAmount } from './transport/attempts.ts';
import type { Middleware, TransportSettings } from './transport/transport.ts';

const DEFAULT_RETRIES = 4;
const DEFAULT_TIMEOUT_MS = 30_000;

/** Configures a client. All of it may be left out where the environment names key and address. */
export interface ClientOptions {
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
  /** Hears of each response at `debug`, of each retry at `warn`; the key is redacted. */
  logger?: Logger | undefined;
  /** Runs around every attempt to the service, the first one outermost. */
  middleware?: readonly Middleware[] | undefined;
  /** Sent with every request. */
  headers?: Record<string, string> | undefined;
  /** For tests. */
  clock?: Clock | undefined;
  /** Spreads retries; gives a number from 0 to below 1. For tests. */
  random?: (() => number) | undefined;
}

function required(value: string | undefined, name: string, variable: string): string {
  const found = value ?? globalThis.process?.env?.[variable];
  if (found) return found;
  throw new ConfigurationError(`${name} is missing: pass it to createClient, or set ${variable}.`);
}

/** Fills in what was left out. */
export function settingsOf(options: ClientOptions): TransportSettings {
  const apiKey = required(options.apiKey, 'apiKey', 'KEYFRAME_API_KEY');
  if (!/^(?!Bearer\b)[!-~]+$/i.test(apiKey)) {
    throw new ConfigurationError(
      'apiKey must be a key, such as sk_test_…, without spaces and without "Bearer".',
    );
  }
  const baseUrl = required(options.baseUrl, 'baseUrl', 'KEYFRAME_BASE_URL');
  if (!/^https?:\/\/[^@?#]+$/i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new ConfigurationError(
      'baseUrl must be an http or https URL without credentials, query and fragment, such as https://api.example.com.',
    );
  }
  const { fetch: custom, logger, timeout = DEFAULT_TIMEOUT_MS, retries = DEFAULT_RETRIES } = options;
  if ('document' in globalThis && apiKey.startsWith('sk_live_')) {
    (logger ?? console).warn(
      'A live key in a browser is readable by everyone who opens the page: use it on a server.',
    );
  }
  const redact = (message: string) => message.replaceAll(apiKey, `${apiKey.slice(0, 8)}…`);
  const headers = new Headers(options.headers);
  headers.set('Authorization', `Bearer ${apiKey}`);
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers,
    fetch: custom
      ? (request, init) => custom(new Request(request, init))
      : (request, init) => fetch(request, init),
    timeout: requireAmount('timeout', timeout),
    retries: requireAmount('retries', retries),
    middleware: options.middleware ?? [],
    logger: logger && {
      debug: (message) => logger.debug(redact(message)),
      warn: (message) => logger.warn(redact(message)),
    },
    clock: options.clock ?? SYSTEM_CLOCK,
    random: options.random ?? Math.random,
  };
}
