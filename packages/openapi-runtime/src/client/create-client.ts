import { requireAmount } from './attempts.ts';
import type { BaseOptions, Client, ClientSettings } from './client.ts';
import { SYSTEM_CLOCK } from './clock.ts';
import type { ErrorFactory } from './error-factory.ts';
import { followRedirects } from './follow-redirects.ts';
import type { Authorize } from './security.ts';
import { sendBy } from './send.ts';

const DEFAULT_RETRIES = 2;
const DEFAULT_TIMEOUT_MS = 60_000;

/** Options of one document, as generated code works them out. */
export interface DocumentOptions extends Omit<BaseOptions, 'errors'> {
  isDocumentUrl?: boolean;
  authorize?: Authorize;
  /** Whether a redirect to another origin is the response if it asks for a method other than GET and HEAD. */
  isRedirectStrict?: boolean | undefined;
  /** Options of the generated client itself, which are not options of `fetch`. */
  auth?: object | undefined;
  server?: object | undefined;
  errors?: object | undefined;
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
    baseUrl: givenUrl = '',
    headers,
    logger,
    isDocumentUrl = false,
    authorize,
    isRedirectStrict,
    maxResponseBytes = Infinity,
    auth: _auth,
    server: _server,
    errors: _errors,
    ...fetchOptions
  } = options;
  const baseUrl = resolvePath(givenUrl);
  // React Native has no `canParse`.
  if (!/^https?:\/\/[^@?#{}]+$/i.test(baseUrl) || URL.canParse?.(baseUrl) === false) {
    // An invalid URL may contain credentials, so the message does not quote it.
    throw errors.configuration(
      'baseUrl must be an http or https URL, or in a page also a path, without credentials, query or fragment.',
    );
  }
  requireAmount(errors, 'timeout', timeout);
  requireAmount(errors, 'retries', retries);
  requireAmount(errors, 'maxResponseBytes', maxResponseBytes);
  const follow = followRedirects(fetchOrOther, isRedirectStrict);
  const settings: ClientSettings = {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    fetchOptions,
    maxResponseBytes,
    headers: readHeaders(errors, headers),
    send: (url, init, operation) => {
      const send = init.redirect ? fetchOrOther : follow;
      // `fetch` converts its input to a Request. Another Request would double the cost of a call.
      if (middleware.length === 0) return send(url, init);
      return middleware.reduceRight<(request: Request) => Promise<Response>>(
        (next, layer) => async (request) => layer(request, next, operation),
        send,
      )(createRequest(url, init));
    },
    timeout,
    retries,
    clock,
    random,
    errors,
    logger,
    isDocumentUrl,
    ...(authorize && { authorize }),
  };
  return { settings, send: (definition, call) => sendBy(settings, definition, call) };
}

function readHeaders(errors: ErrorFactory, headers: DocumentOptions['headers']): Record<string, string> {
  try {
    return Object.fromEntries(new Headers(headers));
  } catch (cause) {
    throw errors.configuration(`headers cannot be sent: ${(cause as Error).message}`);
  }
}

// Frameworks find options that Request does not have, such as `next`, on the request itself.
function createRequest(url: string, init: RequestInit): Request {
  const request = new Request(url, init);
  for (const [name, value] of Object.entries(init))
    if (!(name in request)) Object.assign(request, { [name]: value });
  return request;
}
