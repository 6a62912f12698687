// One handler of Hono for each operation: it runs the stages, and finishes the response.
import { type Context, type Env, type ErrorHandler, type Handler, Hono } from 'hono';
import type { OperationDefinition } from './operation-definition.ts';
import { type HeaderRecord, OperationRequest } from './operation-request.ts';
import { isPromise, type MaybePromise, runStages, type Stage } from './stage.ts';
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
  error?: unknown;
  /** Whether the response is that of a violation, which is not checked again. */
  isViolation?: boolean;
  /** The headers of middleware in front of the operation, which the response of a violation keeps. */
  headersInFront?: Headers | undefined;
}

/** Creates the Hono handler of an operation. It responds synchronously unless one of the stages is asynchronous. */
export function createOperationHandler<TEnv extends Env>(operation: RunnableOperation<TEnv>): Handler<TEnv> {
  const throwsViolations = operation.responseValidation === 'throw';
  return (context: Context<TEnv>) => {
    const request = new OperationRequest<TEnv>(operation.id, context);
    const headersInFront = throwsViolations ? new Headers(context.res.headers) : undefined;
    return settle({ operation, request, headersInFront }, () => runStages(operation.stages, request));
  };
}

/** Responds with the result of a function, or to its error. */
function settle<TEnv extends Env>(
  run: Run<TEnv>,
  respond: () => MaybePromise<Response | undefined>,
): MaybePromise<Response> {
  try {
    const response = respond();
    if (!isPromise(response)) return finish(run, response as Response);
    return response.then(
      (settled) => finish(run, settled as Response),
      (error) => fail(run, error),
    );
  } catch (error) {
    return fail(run, error);
  }
}

/** Adds the headers of stages to a response, checks it, and calls the functions that wait for it. */
function finish<TEnv extends Env>(run: Run<TEnv>, response: Response): MaybePromise<Response> {
  const { operation, request, error, isViolation = false } = run;
  const headers = request.takeHeaders();
  const complete = headers === undefined ? response : addHeaders(response, headers);
  const end = () => {
    request.end({ status: complete.status, response: complete, ...(error === undefined ? {} : { error }) });
    return complete;
  };
  const { definition, responseValidation: mode } = operation;
  if (mode === 'off' || isViolation) return end();
  return validateResponse(request, complete, { definition, mode }).then(end, (violation) =>
    failAgain(run, violation),
  );
}

/** Lets the app's error handler respond. Hono's own one leaves errors to the app that the app is mounted on, if any. */
function fail<TEnv extends Env>(run: Run<TEnv>, error: unknown): MaybePromise<Response> {
  const { operation, request } = run;
  const handleError = readErrorHandler(operation.app);
  if (!(error instanceof Error) || handleError === readErrorHandler(new Hono())) {
    for (const [name, value] of Object.entries(request.takeHeaders() ?? {})) {
      request.context.header(name, value);
    }
    request.end({ status: readStatus(error), error });
    throw error;
  }
  request.context.error = error;
  return settle({ ...run, error }, () => handleError(error, request.context));
}

function failAgain<TEnv extends Env>(run: Run<TEnv>, violation: unknown): MaybePromise<Response> {
  const { context } = run.request;
  // Hono copies the headers of a response to its replacement, unless the response is undefined.
  context.res = undefined;
  context.res = new Response(null, { headers: run.headersInFront ?? {} });
  // Hono ignores the response of a handler that has set one before.
  context.finalized = false;
  return fail({ ...run, isViolation: true }, violation);
}

function readErrorHandler(app: object): ErrorHandler {
  return Reflect.get(app, 'errorHandler');
}

/** Reads the status with which Hono responds to an error. */
function readStatus(error: unknown): number {
  return error instanceof Error && 'getResponse' in error && 'status' in error ? Number(error.status) : 500;
}

/** Adds headers that a response does not have. */
function addHeaders(response: Response, headers: HeaderRecord): Response {
  const missing = Object.entries(headers).filter(([name]) => !response.headers.has(name));
  try {
    for (const [name, value] of missing) response.headers.set(name, value);
    return response;
  } catch {
    // The headers of a redirect, or of a response of `fetch`, cannot be changed.
    return addHeaders(new Response(response.body, response), headers);
  }
}
