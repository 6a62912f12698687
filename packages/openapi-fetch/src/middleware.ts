// Calls the middleware of a request: in order before it is sent, and in reverse order afterwards.
import type { Middleware, MiddlewareCallbackParams } from './client-types.ts';

type MiddlewareList = readonly (Middleware | undefined)[];

/** Returns the request to send, or the response that replaces it. */
export async function changeRequest(
  middleware: MiddlewareList,
  call: MiddlewareCallbackParams,
  CallRequest: typeof Request,
): Promise<Request | Response> {
  let { request } = call;
  for (const each of middleware) {
    const result = await each?.onRequest?.({ ...call, request });
    if (!result) continue;
    if (result instanceof Response) return result;
    if (!(result instanceof CallRequest))
      throw new Error('onRequest: must return new Request() or Response() when modifying the request');
    request = result;
  }
  return request;
}

/** Returns the response that the middleware makes of an error, or throws the error that it becomes. */
export async function recoverResponse(
  middleware: MiddlewareList,
  call: MiddlewareCallbackParams,
  thrown: unknown,
): Promise<Response> {
  let error = thrown;
  for (const each of [...middleware].reverse()) {
    const result = await each?.onError?.({ ...call, error });
    if (!result) continue;
    if (result instanceof Response) return result;
    if (!(result instanceof Error))
      throw new Error('onError: must return new Response() or instance of Error');
    error = result;
  }
  throw error;
}

/** Returns the response that the middleware makes of another one. */
export async function changeResponse(
  middleware: MiddlewareList,
  call: MiddlewareCallbackParams,
  received: Response,
): Promise<Response> {
  let response = received;
  for (const each of [...middleware].reverse()) {
    const result = await each?.onResponse?.({ ...call, response });
    if (!result) continue;
    if (!(result instanceof Response))
      throw new Error('onResponse: must return new Response() when modifying the response');
    response = result;
  }
  return response;
}
