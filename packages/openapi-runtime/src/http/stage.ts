import type { Env, MiddlewareHandler } from 'hono';
import { OperationRequest } from './operation-request.ts';

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

/** Runs stages until one of them returns a response; synchronously, unless one returns a promise. */
export function runStages<TEnv extends Env>(
  stages: readonly Stage<TEnv>[],
  request: OperationRequest<TEnv>,
  first = 0,
): MaybePromise<Response | undefined> {
  for (let index = first; index < stages.length; index += 1) {
    const result = stages[index]?.(request);
    if (isPromise(result)) {
      return result.then((response) => response ?? runRest(stages, request, index + 1));
    }
    if (result !== undefined) return result;
    const scope = request.takeScope();
    if (scope !== undefined) return enterScope(scope, () => runStages(stages, request, index + 1));
  }
  return undefined;
}

function runRest<TEnv extends Env>(
  stages: readonly Stage<TEnv>[],
  request: OperationRequest<TEnv>,
  first: number,
): MaybePromise<Response | undefined> {
  const scope = request.takeScope();
  const run = () => runStages(stages, request, first);
  return scope === undefined ? run() : enterScope(scope, run);
}

/** Runs stages in a scope, whose callers need a response: the last stage of an operation is its handler. */
function enterScope(
  scope: (rest: () => Promise<Response>) => Promise<Response>,
  run: () => MaybePromise<Response | undefined>,
): Promise<Response> {
  return scope(async () => (await run()) as Response);
}

/** Makes Hono middleware of stages, for routes that are no operations. */
export function stageMiddleware<TEnv extends Env>(...stages: Stage<TEnv>[]): MiddlewareHandler<TEnv> {
  return async (context, next) => {
    const request = new OperationRequest<TEnv>('', context);
    const proceed: Stage<TEnv> = async () => {
      await next();
      return undefined;
    };
    const response = await runStages([...stages, proceed], request);
    for (const [name, value] of Object.entries(request.takeHeaders() ?? {})) {
      context.header(name, value);
    }
    request.end({ status: (response ?? context.res).status, response: response ?? context.res });
    return response;
  };
}
