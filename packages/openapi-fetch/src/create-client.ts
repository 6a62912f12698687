import type { Client, ClientOptions, Middleware } from './client-types.ts';
import type { AnyObject, MediaType } from './operation-types.ts';
import { type CallInit, type CallResult, sendCall } from './send-call.ts';

/** The methods that a client has a function for. */
export const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'] as const;

/** Creates a client of the paths of a document. */
export function createClient<TPaths extends AnyObject, TMedia extends MediaType = MediaType>(
  clientOptions: ClientOptions = {},
): Client<TPaths, TMedia> {
  const middleware: Middleware[] = [];
  // Members may be undefined, which means their default.
  const {
    baseUrl = '',
    fetch = globalThis.fetch,
    Request = globalThis.Request,
    querySerializer,
    bodySerializer,
    pathSerializer,
    headers,
    requestInitExt,
    ...requestInit
  } = clientOptions;
  const settings = {
    baseUrl,
    fetch,
    Request,
    querySerializer,
    bodySerializer: bodySerializer as CallInit['bodySerializer'],
    pathSerializer,
    headers,
    requestInitExt,
    requestInit,
  };
  const request = (method: string, path: string, init?: CallInit): Promise<CallResult> =>
    sendCall(path, { ...init, method: method.toUpperCase() }, { settings, middleware });
  const client = {
    request,
    use: (...added: Middleware[]) => {
      for (const each of added) if (each) middleware.push(checkMiddleware(each));
    },
    eject: (...removed: Middleware[]) => {
      for (const each of removed) {
        const index = middleware.indexOf(each);
        if (index !== -1) middleware.splice(index, 1);
      }
    },
    ...Object.fromEntries(METHODS.map((method) => [method, request.bind(null, method)])),
  };
  return client as unknown as Client<TPaths, TMedia>;
}

function checkMiddleware(middleware: Middleware): Middleware {
  if (typeof middleware === 'object' && /,on(?:Request|Response|Error),/.test(`,${Object.keys(middleware)},`))
    return middleware;
  throw new Error('Middleware must be an object with one of `onRequest()`, `onResponse()` or `onError()`');
}
