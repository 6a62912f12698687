// The client that generated functions receive, and its settings.
import type { AttemptOptions, AttemptSettings, Logger } from './attempts.ts';
import type { Call } from './call.ts';
import type { Clock } from './clock.ts';
import type { ErrorFactory } from './error-factory.ts';
import type { AnyRequest, OperationDefinition } from './operation-definition.ts';
import type { OperationTypes } from './operation-types.ts';
import type { Authorize } from './security.ts';

/** The part of the global `fetch` that calls need. */
export type Fetch = (input: string | Request, init?: RequestInit) => Promise<Response>;

/** Sends a request by `next`; may change it, answer it, or look at the response. Runs once for each attempt. */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
  operation: OperationDefinition,
) => Promise<Response>;

/** Options of `fetch`, such as `credentials` and `cache`, and those that the platform adds, such as `next`. */
export interface FetchOptions extends Omit<RequestInit, 'body' | 'headers' | 'method' | 'signal'> {}

/** Options that every call accepts; they replace those of the client. */
export interface CallOptions extends AttemptOptions, FetchOptions {
  /** Sent on top of the client's headers; null leaves one out. */
  headers?: Readonly<Record<string, string | null>> | undefined;
}

/** Options that the clients of all documents share. */
export interface BaseOptions extends FetchOptions {
  /** Base URL of the service, in a page also a path of its origin; by default the first server of the document. Paths are appended to it. */
  baseUrl?: string | undefined;
  /** Sends the requests; the global `fetch` by default. */
  fetch?: Fetch | undefined;
  /** Bounds each attempt, in milliseconds; 60 seconds by default, Infinity for no bound. */
  timeout?: number | undefined;
  /** Bounds the JSON and text of a response, in bytes after decompression; no bound by default. */
  maxResponseBytes?: number | undefined;
  /** Attempts after the first, of one call; 2 by default. */
  retries?: number | undefined;
  /** Logs each response at `debug`, each retry at `warn`. */
  logger?: Logger | undefined;
  /** Runs around every attempt, the first one outermost. */
  middleware?: readonly Middleware[] | undefined;
  /** Sent with every request. */
  headers?: Headers | Readonly<Record<string, string>> | undefined;
  /** Creates your own errors. Omitted factories keep their default. */
  errors?: Partial<ErrorFactory> | undefined;
  /** For tests. */
  clock?: Clock | undefined;
  /** Spreads retries; returns a number from 0 to below 1. For tests. */
  random?: (() => number) | undefined;
}

/** Settings that all calls of one client share. */
export interface ClientSettings extends AttemptSettings {
  /** Without a slash at its end. */
  baseUrl: string;
  /** Whether the base URL is the document's, so that an operation may have another one. */
  isDocumentUrl?: boolean;
  /** Options of every request. */
  fetchOptions?: FetchOptions;
  maxResponseBytes?: number | undefined;
  /** By name, in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Sends a request through the middleware. */
  send(url: string, init: RequestInit, operation: OperationDefinition): Promise<Response>;
  authorize?: Authorize;
}

/** The parts of a call besides the operation. */
export interface CallArguments {
  request?: AnyRequest | undefined;
  options?: CallOptions | undefined;
}

/** The first argument of generated functions: it sends the requests that they describe. */
export interface Client {
  /** The clock, the errors and the limits of its calls. */
  readonly settings: AttemptSettings;
  /** @throws the signal's reason when it is aborted, else an error of `settings.errors` */
  send<TOperation extends OperationTypes>(
    definition: OperationDefinition,
    call: CallArguments,
  ): Call<TOperation>;
}
