// Options of a client, and their defaults.

import type { BaseOptions } from '@keyframe/openapi-runtime/client';
import {
  type AttemptOptions,
  followRedirects,
  requireAmount,
  SYSTEM_CLOCK,
} from '@keyframe/openapi-runtime/internal';
import { ConfigurationError } from './errors/configuration-error.ts';
import { keyframeErrors } from './errors/keyframe-errors.ts';
import type { SenderSettings } from './sender.ts';

const DEFAULT_RETRIES = 4;
const DEFAULT_TIMEOUT_MS = 30_000;

/** Sends a request by `next`; may change it, respond itself, or inspect the response. Runs once for each attempt. */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
) => Promise<Response>;

/** Options of every call; they take precedence over those of the client. */
export interface CallOptions extends AttemptOptions {
  /** Headers that override those of the client. */
  headers?: Record<string, string> | undefined;
}

/** Options of `createClient`. All are optional if the environment contains the key and the base URL. */
export interface ClientOptions
  extends Pick<BaseOptions, 'clock' | 'logger' | 'random' | 'retries' | 'timeout'> {
  /** `sk_live_…` or `sk_test_…`; the environment variable `KEYFRAME_API_KEY` by default. */
  apiKey?: string | undefined;
  /** Base URL, such as `https://api.example.com`; the environment variable `KEYFRAME_BASE_URL` by default. */
  baseUrl?: string | undefined;
  /** Sends the requests; the global `fetch` by default. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Timeout of each attempt, in milliseconds; 30 seconds by default, Infinity for none. */
  timeout?: number | undefined;
  /** Retries of one call after the first attempt; 4 by default. */
  retries?: number | undefined;
  /** Runs around every attempt to the service, the first one outermost. */
  middleware?: readonly Middleware[] | undefined;
  /** Headers of every request. */
  headers?: Record<string, string> | undefined;
}

/** Returns the value that was passed, or that of the environment variable. */
function required(value: string | undefined, name: string, variable: string): string {
  const text = value ?? globalThis.process?.env?.[variable];
  if (text) return text;
  throw new ConfigurationError(`${name} is missing: pass it to createClient, or set ${variable}.`);
}

/** Adds defaults to the options and checks them. */
export function resolveSettings(options: ClientOptions): SenderSettings {
  // Malformed values may contain secrets, so messages never quote them.
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
  const send = followRedirects((request, init) =>
    custom ? custom(new Request(request, init)) : fetch(request, init),
  );
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
    // `fetch` creates a Request of its arguments; another one would cost as much as the rest of the client.
    send: (url, init) => (middleware[0] ? sendLayered(new Request(url, init)) : send(url, init)),
  };
}
