/** Requests that fail outside of the app, such as one with an invalid Host: the contract's error body (OPEN-24). */
import { RequestError } from '@hono/node-server';
import type { Log } from '../telemetry/log.ts';
import { internalError, invalidRequest } from './errors.ts';

/** Makes the listener's handler of errors; without it their answers have no body. */
export function answerUnreadable(log: Log): (error: unknown) => Response {
  return (error) => {
    const isRequestError = error instanceof RequestError;
    if (!isRequestError) log.error({ err: error }, 'request failed outside of the app');
    const { body, status } = isRequestError
      ? invalidRequest(`Malformed request: ${error.message}.`)
      : internalError();
    return Response.json(body, { status });
  };
}
