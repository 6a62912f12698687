import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, Env, Handler, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { registerPath } from './document.ts';
import type { OperationDefinition } from './operation-definition.ts';
import {
  bySpecificity,
  canMeet,
  isConcrete,
  matchQuery,
  matchTemplate,
  type PathTemplate,
  readTemplate,
} from './path-template.ts';
import { createReplyWriter, type ReplyParts } from './reply.ts';
import { createOperationHandler } from './run-operation.ts';
import { requireSecurity, type SecurityHandler, type SecurityScheme } from './security.ts';
import type { MaybePromise, Stage, StagesByOperation } from './stage.ts';
import { validateRequest } from './validate-request.ts';
import type { ResponseValidation } from './validate-response.ts';

/** Middleware of one operation. */
export type OperationMiddleware<TEnv extends Env> = MiddlewareHandler<TEnv> | MiddlewareHandler<TEnv>[];

/** Middleware by operationId, or a function that returns the middleware of each operation when it is mounted. */
export type MiddlewareByOperation<TEnv extends Env, TOperationId extends string = string> =
  | { readonly [TId in TOperationId]?: OperationMiddleware<TEnv> | undefined }
  | ((operationId: TOperationId) => OperationMiddleware<TEnv> | undefined);

/** Steps before and after the handlers of operations. */
export interface MountOptions<TEnv extends Env, TOperationId extends string = string> {
  /** Hono middleware in front of an operation and all of its stages. */
  middleware?: MiddlewareByOperation<TEnv, TOperationId>;
  /** Stages of operations: functions over one request, around security, validation and the handler. */
  stages?: StagesByOperation<TEnv, TOperationId>;
  /** Handles a response that violates its contract; default: `off`. */
  responseValidation?: ResponseValidation<TEnv>;
}

/** Handles an operation without a handler: it is not mounted, or answers 501 Not Implemented. */
export type Unimplemented = 'answer-501' | 'leave-out';

export interface MountedOperations<TEnv extends Env> extends MountOptions<TEnv> {
  /** The definitions of operations by id, of the type that is generated for them. */
  operations: object;
  securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  /** The handlers of operations by id, of the type that the generated interface asks for. */
  handlers: object;
  unimplemented?: Unimplemented | undefined;
  /** The handlers of security schemes; false leaves authentication to the app. */
  security?: Readonly<Record<string, SecurityHandler<TEnv>>> | false;
}

/** The key under which the last handler of an operation holds what was mounted, the same in every copy of this package. */
const MOUNTED = Symbol.for('@keyframe/openapi-runtime/mounted');

/** The mounted handler of an operation. */
export interface MountedOperation {
  id: string;
  definition: OperationDefinition;
}

/** Returns the operation that a handler of a Hono app answers; undefined if it answers no operation. */
export function findMountedOperation(handler: object): MountedOperation | undefined {
  // Hono wraps the handlers of an app with an error handler of its own when another one takes them over.
  const composed: unknown = Reflect.get(handler, '__COMPOSED_HANDLER');
  const operation: unknown = Reflect.get(typeof composed === 'function' ? composed : handler, MOUNTED);
  return operation as MountedOperation | undefined;
}

interface Mount {
  id: string;
  definition: OperationDefinition;
  template: PathTemplate;
}

/** Lists what runs for a request of one operation, wherever it is routed. */
export function operationHandlers<TEnv extends Env>(
  app: OpenAPIHono<TEnv>,
  id: string,
  mounted: MountedOperations<TEnv>,
): Handler<TEnv>[] {
  const definition = listDefinitions(mounted).find(([name]) => name === id)?.[1];
  if (!definition) throw new TypeError(`Operation "${id}" not found.`);
  return createHandlers(app, { id, definition, template: readTemplate(definition.route.path) }, mounted);
}

type UntypedHandler = (context: Context, reply: (parts: ReplyParts) => Response) => MaybePromise<Response>;

function listDefinitions({ operations }: { operations: object }): [string, OperationDefinition][] {
  return Object.entries(operations);
}

/** The arguments of generated code, whose own types are more precise. */
interface RegisteredOperations {
  operations: object;
  securitySchemes: object;
  handlers: object;
  options?: object | undefined;
}

/**
 * Mounts operations, and notes of the app that it serves them. Parameters are untyped on purpose: the types of Hono
 * would be compared with themselves, which takes a compiler longer than all of the generated code.
 */
export function registerOperations(app: object, { options, ...parts }: RegisteredOperations): void {
  const hono = app as OpenAPIHono;
  const mounted = { ...options, ...parts } as MountedOperations<Env>;
  for (const { definition } of mountOperations(hono, mounted)) registerPath(hono, definition.route);
}

/**
 * Routes each operation to one handler of Hono, which runs its stages: those before security, security, those before
 * validation, validation, those before the handler, the handler. Lists the operations that are mounted.
 */
export function mountOperations<TEnv extends Env>(
  app: OpenAPIHono<TEnv>,
  mounted: MountedOperations<TEnv>,
): Mount[] {
  const mounts = listDefinitions(mounted)
    .filter(([id]) => mounted.unimplemented !== 'leave-out' || Object.hasOwn(mounted.handlers, id))
    .flatMap(([id, definition]) =>
      ['', ...(definition.serverPaths ?? [])].map(
        (base): Mount => ({ id, definition, template: readTemplate(base + definition.route.path) }),
      ),
    );
  // Hono asks routes in the order in which they come.
  mounts.sort((left, right) => bySpecificity(left.template, right.template) || headFirst(left, right));
  for (const mount of mounts) {
    const isMeant = createGuard(mount, mounts);
    const handlers = createHandlers(app, mount, mounted).map((handler) =>
      isMeant ? guarded(handler, isMeant) : handler,
    );
    const last = handlers.at(-1);
    if (last) Reflect.set(last, MOUNTED, { id: mount.id, definition: mount.definition });
    const { method } = mount.definition.route;
    // Hono gives HEAD requests to the GET routes.
    app.on([method === 'head' ? 'get' : method], [mount.template.route], ...handlers);
  }
  return mounts;
}

function headFirst(left: Mount, right: Mount): number {
  return Number(right.definition.route.method === 'head') - Number(left.definition.route.method === 'head');
}

function createHandlers<TEnv extends Env>(
  app: OpenAPIHono<TEnv>,
  { id, definition, template }: Mount,
  mounted: MountedOperations<TEnv>,
): Handler<TEnv>[] {
  const { responseValidation = 'off' } = mounted;
  const stages = listStages(app, { id, definition, template }, mounted);
  const handler = createOperationHandler({ id, definition, stages, responseValidation, app });
  return [...listMiddleware(mounted.middleware, id), handler];
}

function listStages<TEnv extends Env>(
  app: OpenAPIHono<TEnv>,
  { id, definition, template }: Mount,
  mounted: MountedOperations<TEnv>,
): Stage<TEnv>[] {
  const handler = (mounted.handlers as Readonly<Record<string, UntypedHandler | undefined>>)[id];
  if (handler === undefined && mounted.unimplemented === 'answer-501') return [() => notImplemented()];
  const { securitySchemes: schemes = {}, security: handlers = {}, stages = {} } = mounted;
  const {
    beforeSecurity = [],
    beforeValidation = [],
    beforeHandler = [],
  } = typeof stages === 'function' ? stages(id) : stages;
  const requirements = definition.security ?? [];
  const isOpen = handlers === false || requirements.length === 0;
  return [
    ...beforeSecurity,
    ...(isOpen ? [] : [requireSecurity(requirements, { schemes, handlers })]),
    ...beforeValidation,
    ...validateRequest(definition, { template, getHook: () => app.defaultHook }),
    ...beforeHandler,
    answer(definition, handler),
  ];
}

function listMiddleware<TEnv extends Env>(
  stage: MiddlewareByOperation<TEnv> | undefined,
  id: string,
): MiddlewareHandler<TEnv>[] {
  if (typeof stage === 'function') return [stage(id) ?? []].flat();
  const handlers = stage && Object.hasOwn(stage, id) ? (stage[id] ?? []) : [];
  return [handlers].flat();
}

// Thrown, so that the app's error handler answers in its own words.
function notImplemented(): never {
  throw new HTTPException(501, { message: 'Not Implemented' });
}

function answer<TEnv extends Env>(
  definition: OperationDefinition,
  handler: UntypedHandler | undefined,
): Stage<TEnv> {
  if (handler === undefined)
    throw new TypeError(`No handler for ${definition.route.method.toUpperCase()} ${definition.route.path}.`);
  const write = createReplyWriter(definition);
  return (request) => handler(request.context, (parts) => write(request as never, parts));
}

type Guard = (context: Context) => boolean;

// Undefined where Hono alone finds the operation that is meant.
function createGuard({ definition, template }: Mount, mounts: readonly Mount[]): Guard | undefined {
  const { method } = definition.route;
  // A concrete path is the one that is meant even where it lacks the method (OpenAPI 3.1, Paths Object).
  const served = new Set(
    mounts
      .filter((mount) => mount.definition.route.method === method)
      .map((mount) => mount.template.path.split('?', 1)[0]),
  );
  const rivals = mounts
    .map((mount) => mount.template)
    .filter(
      (rival) =>
        isConcrete(rival) && rival.query.length === 0 && !served.has(rival.path) && canMeet(rival, template),
    );
  const hasHead = mounts.some(
    (mount) => mount.definition.route.method === 'head' && mount.template.path === template.path,
  );
  const isHeadMeant = method === 'head' || (method === 'get' && hasHead) ? method === 'head' : undefined;
  const isAlone = rivals.length === 0 && template.query.length === 0;
  if (!template.isWider && isAlone && isHeadMeant === undefined) return undefined;
  return ({ req }) =>
    (isHeadMeant === undefined || (req.method === 'HEAD') === isHeadMeant) &&
    (!template.isWider || matchTemplate(template, req.path) !== undefined) &&
    matchQuery(template, req.url) &&
    !rivals.some((rival) => matchTemplate(rival, req.path));
}

function guarded<TEnv extends Env>(handler: Handler<TEnv>, isMeant: Guard): Handler<TEnv> {
  return (context, next) => (isMeant(context) ? handler(context, next) : next());
}
