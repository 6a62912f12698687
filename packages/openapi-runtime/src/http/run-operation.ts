// One handler of Hono for each operation: it runs the stages, and finishes the response.
import { type Context, type Env, type ErrorHandler, type Handler, Hono } from 'hono';
import type { OperationDefinition } from './operation-definition.ts';
import { OperationRequest } from './operation-request.ts';
import { addHeaders, isPromise, type MaybePromise, runStages, type Stage } from './stage.ts';
import { type ResponseValidation, validateResponse } from './validate-response.ts';

/** An operation, ready to run. */
export interface RunnableOperation<TEnv extends Env> {
  id: string;
  definition: OperationDefinition;
  /** All of its stages; the last one is its handler. */
  stages: readonly Stage<TEnv>[];
  responseValidation: ResponseValidation<TEnv>;
  /** The app that mounts the operation; its error handler may be set later. */
  app: object;
}

interface Run<TEnv extends Env> {
  operation: RunnableOperation<TEnv>;
  request: OperationRequest<TEnv>;
  /** The headers of middleware in front of the operation, which the response of a violation keeps. */
  headersInFront: Headers | undefined;
}

/** Creates the Hono handler of an operation. It responds synchronously unless one of the stages is asynchronous. */
export function createOperationHandler<TEnv extends Env>(operation: RunnableOperation<TEnv>): Handler<TEnv> {
  const { id, stages, responseValidation } = operation;
  return (context: Context<TEnv>) => {
    const request = new OperationRequest<TEnv>(id, context);
    const headersInFront = responseValidation === 'throw' ? new Headers(context.res.headers) : undefined;
    const run = { operation, request, headersInFront };
    const recover = (error: unknown) => fail(run, error);
    const response = runStages({ stages, request, recover }) as MaybePromise<Response>;
    return isPromise(response) ? response.then((settled) => finish(run, settled)) : finish(run, response);
  };
}

/** Adds the headers of stages to a response, checks it, and ends the request. */
function finish<TEnv extends Env>(run: Run<TEnv>, response: Response): MaybePromise<Response> {
  const { operation, request } = run;
  const { definition, responseValidation: mode } = operation;
  const headers = request.takeHeaders();
  const complete = headers === undefined ? response : addHeaders(response, headers);
  if (mode === 'off') return end(request, complete);
  return validateResponse(request, complete, { definition, mode }).then(
    () => end(request, complete),
    (violation) => replace(run, violation),
  );
}

function end<TEnv extends Env>(request: OperationRequest<TEnv>, response: Response): Response {
  const { error } = request.context;
  request.end({ status: response.status, response, ...(error === undefined ? {} : { error }) });
  return response;
}

/** Responds to a violation instead of sending it; this response is not checked. */
async function replace<TEnv extends Env>(run: Run<TEnv>, violation: unknown): Promise<Response> {
  const { context } = run.request;
  // Hono copies the headers of a response to its replacement, unless the response is undefined.
  context.res = undefined;
  context.res = new Response(null, { headers: run.headersInFront ?? {} });
  // Hono ignores the response of a handler that has set one before.
  context.finalized = false;
  return end(run.request, await fail(run, violation));
}

/**
 * Lets the app's error handler respond. Hono's own one leaves errors to the app that the app is mounted on, if any: there the
 * request ends before its response is known.
 */
function fail<TEnv extends Env>({ operation, request }: Run<TEnv>, error: unknown): MaybePromise<Response> {
  const { context } = request;
  const handleError = readErrorHandler(operation.app);
  if (error instanceof Error && handleError !== DEFAULT_ERROR_HANDLER) {
    context.error = error;
    return handleError(error, context);
  }
  for (const [name, value] of Object.entries(request.takeHeaders() ?? {})) context.header(name, value);
  request.end({ status: readStatus(error), error });
  throw error;
}

const DEFAULT_ERROR_HANDLER = readErrorHandler(new Hono());

function readErrorHandler(app: object): ErrorHandler {
  return Reflect.get(app, 'errorHandler');
}

/** Reads the status with which Hono responds to an error. */
function readStatus(error: unknown): number {
  return error instanceof Error && 'getResponse' in error && 'status' in error ? Number(error.status) : 500;
}
