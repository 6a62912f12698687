import type { Env, MiddlewareHandler } from 'hono';
import { type HeaderRecord, OperationRequest } from './operation-request.ts';

/** A value, or the promise of one. */
export type MaybePromise<TValue> = TValue | Promise<TValue>;

/**
 * A step of a request to an operation. A response that it returns ends the request. It runs synchronously unless it returns
 * a promise.
 */
export type Stage<TEnv extends Env = Env> = (
  request: OperationRequest<TEnv>,
) => MaybePromise<Response | undefined>;

/** Stages by the step that they precede. */
export interface Stages<TEnv extends Env = Env> {
  /** Request ids, metrics, checks of the host. */
  beforeSecurity?: readonly Stage<TEnv>[] | undefined;
  /** Rate limits of a client, and checks that reject a body before it is parsed. */
  beforeValidation?: readonly Stage<TEnv>[] | undefined;
  /** Rules that need the parts of a valid request. */
  beforeHandler?: readonly Stage<TEnv>[] | undefined;
}

/** The stages of all operations, or a function that returns those of each operation when it is mounted. */
export type StagesByOperation<TEnv extends Env, TOperationId extends string = string> =
  | Stages<TEnv>
  | ((operationId: TOperationId) => Stages<TEnv>);

/** Checks whether a value is a promise. */
export function isPromise<TValue>(value: MaybePromise<TValue>): value is Promise<TValue> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** The stages of a request, and what becomes of their errors. */
export interface StageRun<TEnv extends Env> {
  stages: readonly Stage<TEnv>[];
  request: OperationRequest<TEnv>;
  /** Responds to an error of a stage, or throws it. */
  recover: (error: unknown) => MaybePromise<Response>;
}

/** Runs stages until one of them returns a response; synchronously, unless one returns a promise. */
export function runStages<TEnv extends Env>(
  run: StageRun<TEnv>,
  first = 0,
): MaybePromise<Response | undefined> {
  const { stages, request, recover } = run;
  try {
    for (let index = first; index < stages.length; index += 1) {
      const result = stages[index]?.(request);
      if (isPromise(result)) {
        return result.then((response) => response ?? runRest(run, index + 1), recover);
      }
      if (result !== undefined) return result;
      if (request.hasScope) return runRest(run, index + 1);
    }
    return undefined;
  } catch (error) {
    return recover(error);
  }
}

function runRest<TEnv extends Env>(run: StageRun<TEnv>, first: number): MaybePromise<Response | undefined> {
  const scope = run.request.takeScope();
  if (scope === undefined) return runStages(run, first);
  // The last stage of an operation is its handler, which always responds.
  return scope(async () => (await runStages(run, first)) as Response).catch(run.recover);
}

/** Makes Hono middleware of stages, for routes that are no operations; functions that wait for the response are not called. */
export function stageMiddleware<TEnv extends Env>(...stages: Stage<TEnv>[]): MiddlewareHandler<TEnv> {
  return async (context, next) => {
    const request = new OperationRequest<TEnv>('', context);
    let headers: HeaderRecord = {};
    const writeHeaders = () => {
      headers = request.takeHeaders() ?? {};
      for (const [name, value] of Object.entries(headers)) context.header(name, value);
    };
    const proceed: Stage<TEnv> = async () => {
      writeHeaders();
      await next();
      return undefined;
    };
    const recover = (error: unknown) => {
      writeHeaders();
      throw error;
    };
    const response = await runStages({ stages: [...stages, proceed], request, recover });
    if (response !== undefined) return addHeaders(response, request.takeHeaders() ?? {});
    // A route that creates its Response itself has none of the headers above.
    for (const [name, value] of Object.entries(headers)) {
      if (!context.res.headers.has(name)) context.header(name, value);
    }
    return undefined;
  };
}

/** Adds headers that a response does not have. */
export function addHeaders(response: Response, headers: HeaderRecord): Response {
  const missing = Object.entries(headers).filter(([name]) => !response.headers.has(name));
  try {
    for (const [name, value] of missing) response.headers.set(name, value);
    return response;
  } catch {
    // The headers of a redirect, or of a response of `fetch`, cannot be changed.
    return addHeaders(new Response(response.body, response), headers);
  }
}
