import type { AttemptOptions, AttemptSettings, Logger } from './attempts.ts';
import { requireAmount } from './attempts.ts';
import { type Clock, SYSTEM_CLOCK } from './clock.ts';
import { ConfigurationError } from './errors.ts';
import type { OperationDefinition, SecurityAlternatives } from './operation-definition.ts';
import type { SecurityScheme } from './security.ts';
import { type ServerDefinition, serverUrl } from './servers.ts';

const DEFAULT_RETRIES = 2;
const DEFAULT_TIMEOUT_MS = 60_000;

/** The part of the global `fetch` that calls need. */
export type Fetch = (input: string | Request, init?: RequestInit) => Promise<Response>;

/** Sends a request by `next`; may change it, answer it, or look at the response. Runs once for each attempt. */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
  operation: OperationDefinition,
) => Promise<Response>;

/** Options that every call takes; they replace those of the client. */
export interface CallOptions extends AttemptOptions {
  /** Sent on top of the client's headers; null leaves one out. */
  headers?: Readonly<Record<string, string | null>> | undefined;
}

/** Options that the clients of all documents share. */
export interface BaseOptions {
  /** Where the service is; the first server of the document by default. Paths are appended to it. */
  baseUrl?: string | undefined;
  /** Sends the requests; the global `fetch` by default. */
  fetch?: Fetch | undefined;
  /** Bounds each attempt, in milliseconds; 60 seconds by default, Infinity for no bound. */
  timeout?: number | undefined;
  /** Attempts after the first, of one call; 2 by default. */
  retries?: number | undefined;
  /** Hears of each response at `debug`, of each retry at `warn`. */
  logger?: Logger | undefined;
  /** Runs around every attempt, the first one outermost. */
  middleware?: readonly Middleware[] | undefined;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Replaces what calls reject with, such as by an error class of one's own. */
  mapError?: ((error: unknown) => unknown) | undefined;
  /** For tests. */
  clock?: Clock | undefined;
  /** Spreads retries; gives a number from 0 to below 1. For tests. */
  random?: (() => number) | undefined;
}

/** What the document says about the whole API. */
export interface ApiDefinition {
  /** Absolute ones only. */
  servers: readonly ServerDefinition[];
  /** Of operations that do not say. */
  security: SecurityAlternatives;
  schemes: Readonly<Record<string, SecurityScheme>>;
}

/** What every call of one client shares. */
export interface ClientSettings extends AttemptSettings {
  /** Without a slash at its end. */
  baseUrl: string;
  /** Whether the base URL was given, rather than taken from the document. */
  isBaseUrlGiven: boolean;
  headers: Readonly<Record<string, string>>;
  fetch: Fetch;
  middleware: readonly Middleware[];
  mapError: (error: unknown) => unknown;
  api: ApiDefinition;
  auth: Readonly<Record<string, unknown>>;
}

/** What generated functions take as their first argument. */
export interface Client {
  readonly settings: ClientSettings;
  /**
   * Makes a client with more members, for what no document can say, such as a wait. Members of the client itself
   * cannot be replaced.
   */
  extend<TClient extends Client, TMembers extends object>(
    this: TClient,
    make: (client: TClient) => TMembers,
  ): TClient & TMembers;
}

/** What the client of one document is made with. */
export interface DocumentOptions extends BaseOptions {
  auth?: object | undefined;
  server?: { url: string; variables?: object | undefined } | undefined;
}

/**
 * Makes the client of a document; generated code calls it.
 * @throws {ConfigurationError} for a URL or an amount that is none
 */
export function createClient(api: ApiDefinition, options: DocumentOptions = {}): Client {
  const { timeout = DEFAULT_TIMEOUT_MS, retries = DEFAULT_RETRIES } = options;
  const {
    fetch: send = (input: string | Request, init?: RequestInit) => fetch(input, init),
    mapError = (error: unknown) => error,
  } = options;
  const baseUrl = options.baseUrl ?? serverUrl(api.servers, options.server);
  if (!/^https?:\/\/[^@?#]+$/i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new ConfigurationError(
      `baseUrl must be an http or https URL without credentials, query and fragment (got ${JSON.stringify(baseUrl)}).`,
    );
  }
  const settings: ClientSettings = {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    isBaseUrlGiven: options.baseUrl !== undefined || options.server !== undefined,
    headers: options.headers ?? {},
    fetch: send,
    timeout: requireAmount('timeout', timeout),
    retries: requireAmount('retries', retries),
    middleware: options.middleware ?? [],
    logger: options.logger,
    clock: options.clock ?? SYSTEM_CLOCK,
    random: options.random ?? Math.random,
    mapError,
    api,
    auth: { ...options.auth },
  };
  return { settings, extend };
}

function extend<TClient extends Client, TMembers extends object>(
  this: TClient,
  make: (client: TClient) => TMembers,
): TClient & TMembers {
  const members = make(this);
  for (const name of Object.keys(members)) {
    if (name in this) throw new ConfigurationError(`The client has a member "${name}" already.`);
  }
  return { ...this, ...members };
}
