import { followRedirects } from '@keyframe/openapi-runtime/internal';
import type {
  ClientOptions,
  HeadersOptions,
  Middleware,
  MiddlewareRequestParams,
  ParseAs,
  PathSerializer,
  QuerySerializer,
} from './client-types.ts';
import { changeRequest, changeResponse, recoverResponse } from './middleware.ts';
import { createQuerySerializer, defaultPathSerializer } from './parameters.ts';
import { type CallResult, readResponse } from './read-response.ts';
import { createFinalURL, defaultBodySerializer, mergeHeaders, removeTrailingSlash } from './request-parts.ts';

export type { CallResult } from './read-response.ts';

/** The options of a client, with their defaults. */
export interface Settings {
  baseUrl: string;
  fetch: NonNullable<ClientOptions['fetch']>;
  Request: typeof Request;
  querySerializer: ClientOptions['querySerializer'];
  bodySerializer: WriteBody | undefined;
  pathSerializer: PathSerializer | undefined;
  headers: HeadersOptions | undefined;
  requestInitExt: object | undefined;
  /** The members that Request knows. */
  requestInit: RequestInit;
}

/** Options of a call before they have a type. */
export interface CallInit extends Omit<ClientOptions, 'body' | 'bodySerializer' | 'requestInitExt'> {
  params?: MiddlewareRequestParams;
  parseAs?: ParseAs;
  bodySerializer?: WriteBody;
  body?: unknown;
  middleware?: readonly Middleware[];
}

type WriteBody = (body: unknown, headers?: Headers) => unknown;

interface Context {
  settings: Settings;
  middleware: readonly Middleware[];
}

/** Sends a call through the middleware and reads its response. */
export async function sendCall(schemaPath: string, init: CallInit, context: Context): Promise<CallResult> {
  const { settings } = context;
  const {
    baseUrl,
    fetch = settings.fetch,
    Request: CallRequest = settings.Request,
    headers,
    params = {},
    parseAs = 'json',
    querySerializer,
    bodySerializer = settings.bodySerializer ?? defaultBodySerializer,
    pathSerializer = settings.pathSerializer ?? defaultPathSerializer,
    body,
    middleware: own = [],
    ...requestInit
  } = init;
  const options = Object.freeze({
    baseUrl: removeTrailingSlash(baseUrl || settings.baseUrl),
    fetch: fetch as typeof globalThis.fetch,
    parseAs,
    querySerializer: chooseQuerySerializer(settings.querySerializer, querySerializer),
    bodySerializer,
    pathSerializer,
  });
  const allHeaders = [settings.headers, headers, params.header as HeadersOptions];
  const written = body === undefined ? body : bodySerializer(body, mergeHeaders(...allHeaders));
  const isTyped = written === undefined || written instanceof FormData;
  const request = new CallRequest(createFinalURL(schemaPath, { ...options, params }), {
    redirect: 'follow',
    ...settings.requestInit,
    ...requestInit,
    body: written,
    headers: mergeHeaders(isTyped ? {} : { 'Content-Type': 'application/json' }, ...allHeaders),
  } as RequestInit);
  addMembers(request, requestInit);
  const middleware = [...context.middleware, ...own];
  const call = { request, schemaPath, params, options, id: Math.random().toString(36).slice(2, 11) };
  const sent = await changeRequest(middleware, call, CallRequest);
  if (sent instanceof Response) return readResponse(sent, request.method, parseAs);
  const sending = { ...call, request: sent };
  const isChosen = requestInit.redirect ?? settings.requestInit.redirect;
  const send = isChosen ? options.fetch : followRedirects(options.fetch);
  const received = await send(sent, isUndici() ? (settings.requestInitExt as RequestInit) : undefined).catch(
    (error: unknown) => recoverResponse(middleware, sending, error),
  );
  return readResponse(await changeResponse(middleware, sending, received), sent.method, parseAs);
}

// The options of a call replace those of its client one by one, unless either is a function.
function chooseQuerySerializer(
  shared: ClientOptions['querySerializer'],
  own: CallInit['querySerializer'],
): QuerySerializer<unknown> {
  const chosen = own ?? shared;
  if (typeof chosen === 'function') return chosen;
  return createQuerySerializer(typeof shared === 'function' ? chosen : { ...shared, ...own });
}

// A custom `fetch` finds members that Request does not know on the request itself.
function addMembers(request: Request, members: object): void {
  for (const [name, value] of Object.entries(members))
    if (!(name in request)) Object.assign(request, { [name]: value });
}

// undici, the fetch of Node, has options that Request does not accept; browsers reject a second argument of others.
function isUndici(): boolean {
  return typeof process === 'object' && process.versions?.undici !== undefined;
}
