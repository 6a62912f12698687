import { requireAmount } from './attempts.ts';
import type { BaseOptions, Client, ClientSettings } from './client.ts';
import { SYSTEM_CLOCK } from './clock.ts';
import type { ErrorFactory } from './error-factory.ts';
import type { Authorize } from './security.ts';
import { sendBy } from './send.ts';

const DEFAULT_RETRIES = 2;
const DEFAULT_TIMEOUT_MS = 60_000;

/** Options of one document, as generated code works them out. */
export interface DocumentOptions extends Omit<BaseOptions, 'errors'> {
  isDocumentUrl?: boolean;
  authorize?: Authorize;
}

/** Resolves a path against the origin of the page, if there is one. */
function resolvePath(baseUrl: string): string {
  const { location } = globalThis as { location?: { origin: string } };
  return location && /^\/(?!\/)/.test(baseUrl) ? location.origin + baseUrl : baseUrl;
}

/**
 * Makes a client that throws the errors of a factory; generated code calls it.
 * @throws `errors.configuration` for an invalid URL, timeout or number of retries
 */
export function createClient(errors: ErrorFactory, options: DocumentOptions): Client {
  const {
    fetch: fetchOrOther = (input, init) => fetch(input, init),
    timeout = DEFAULT_TIMEOUT_MS,
    retries = DEFAULT_RETRIES,
    middleware = [],
    clock = SYSTEM_CLOCK,
    random = Math.random,
  } = options;
  const baseUrl = resolvePath(options.baseUrl ?? '');
  if (!/^https?:\/\/[^@?#{}]+$/i.test(baseUrl) || !URL.canParse(baseUrl)) {
    // An invalid URL may contain credentials, so the message does not quote it.
    throw errors.configuration(
      'baseUrl must be an http or https URL, or in a page also a path, without credentials, query or fragment.',
    );
  }
  requireAmount(errors, 'timeout', timeout);
  requireAmount(errors, 'retries', retries);
  const settings: ClientSettings = {
    ...options,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: Object.fromEntries(new Headers(options.headers)),
    send: (url, init, operation) =>
      middleware.length === 0
        ? // `fetch` converts its input to a Request. Another Request would double the cost of a call.
          fetchOrOther(url, init)
        : middleware.reduceRight<(request: Request) => Promise<Response>>(
            (next, layer) => async (request) => layer(request, next, operation),
            fetchOrOther,
          )(new Request(url, init)),
    timeout,
    retries,
    clock,
    random,
    errors,
  };
  return { settings, send: (definition, call) => sendBy(settings, definition, call) };
}
