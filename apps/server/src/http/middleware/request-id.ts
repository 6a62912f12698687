/** The id of each request, which its answer and the logs name. */
import type { MiddlewareHandler } from 'hono';
import { createId } from '../../id.ts';

export const REQUEST_ID_HEADER = 'X-Request-Id';

/** Names a request. An id that the request brings is not taken over: whoever calls must not write into our logs. */
export function createRequestId(): string {
  return createId('req');
}

export const identifyRequests: MiddlewareHandler<{ Variables: { requestId: string } }> = async (
  context,
  next,
) => {
  const requestId = createRequestId();
  context.set('requestId', requestId);
  context.header(REQUEST_ID_HEADER, requestId);
  await next();
  // A route that makes its Response itself has none of the headers above.
  if (!context.res.headers.has(REQUEST_ID_HEADER)) context.header(REQUEST_ID_HEADER, requestId);
};
