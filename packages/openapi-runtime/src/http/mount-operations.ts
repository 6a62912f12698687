import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, Env, Handler, MiddlewareHandler } from 'hono';
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
import { type ReplyParts, writeReply } from './reply.ts';
import { requireSecurity, type SecurityHandler, type SecurityScheme } from './security.ts';
import { validateRequest } from './validate-request.ts';
import { type ResponseValidation, validateResponse } from './validate-response.ts';

/** Is the middleware of one operation; it runs before the request is validated. */
export type OperationMiddleware<TEnv extends Env> = MiddlewareHandler<TEnv> | MiddlewareHandler<TEnv>[];

/** Is what stands around the handlers of operations; an operation passes them in this order. */
export interface MountOptions<TEnv extends Env, TOperationId extends string = string> {
  /** Runs first, for its operation only. */
  middleware?: { readonly [TId in TOperationId]?: OperationMiddleware<TEnv> | undefined };
  /** What happens to a response that departs from its contract; `off` when left out. */
  responseValidation?: ResponseValidation<TEnv>;
}

export interface MountedOperations<TEnv extends Env> extends MountOptions<TEnv> {
  operations: Readonly<Record<string, OperationDefinition>>;
  securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  /** The handler of each operation, of the type that the generated interface asks for. */
  handlers: object;
  /** The handlers of security schemes; false, or none at all, leaves them to the app. */
  security?: Readonly<Record<string, SecurityHandler<TEnv>>> | false;
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
  const definition = Object.hasOwn(mounted.operations, id) ? mounted.operations[id] : undefined;
  if (!definition) throw new TypeError(`There is no operation "${id}".`);
  return handlersOf(app, { id, definition, template: readTemplate(definition.route.path) }, mounted);
}

type UntypedHandler = (
  context: Context,
  reply: (parts: ReplyParts) => Response,
) => Response | Promise<Response>;

/** Routes each operation to its handler: middleware, validation of the response, security, validation, handler. */
export function mountOperations<TEnv extends Env>(
  app: OpenAPIHono<TEnv>,
  mounted: MountedOperations<TEnv>,
): void {
  const mounts = Object.entries(mounted.operations).map(
    ([id, definition]): Mount => ({ id, definition, template: readTemplate(definition.route.path) }),
  );
  // Hono asks routes in the order in which they come.
  mounts.sort((one, other) => bySpecificity(one.template, other.template) || headFirst(one, other));
  for (const mount of mounts) {
    const isMeant = guardOf(mount, mounts);
    const handlers = handlersOf(app, mount, mounted).map((handler) =>
      isMeant ? guarded(handler, isMeant) : handler,
    );
    const { method } = mount.definition.route;
    // Hono gives HEAD requests to the GET routes.
    app.on([method === 'head' ? 'get' : method], [mount.template.route], ...handlers);
  }
}

function headFirst(one: Mount, other: Mount): number {
  return Number(other.definition.route.method === 'head') - Number(one.definition.route.method === 'head');
}

function handlersOf<TEnv extends Env>(
  app: OpenAPIHono<TEnv>,
  { id, definition, template }: Mount,
  mounted: MountedOperations<TEnv>,
): Handler<TEnv>[] {
  const { middleware = {}, responseValidation = 'off', securitySchemes: schemes = {}, security } = mounted;
  const own = Object.hasOwn(middleware, id) ? (middleware[id] ?? []) : [];
  const requirements = definition.security ?? [];
  const isOpen = !security || requirements.length === 0;
  return [
    ...[own].flat(),
    ...(responseValidation === 'off' ? [] : [validateResponse(id, definition, responseValidation)]),
    ...(isOpen ? [] : [requireSecurity(requirements, { schemes, handlers: security })]),
    validateRequest(definition, { template, hookOf: () => app.defaultHook }),
    answer(definition, (mounted.handlers as Readonly<Record<string, UntypedHandler>>)[id]),
  ];
}

function answer(definition: OperationDefinition, handler: UntypedHandler | undefined): Handler {
  if (handler === undefined) throw new TypeError(`The operation ${definition.route.path} has no handler.`);
  return (context) => handler(context, (parts) => writeReply(context, definition, parts));
}

type Guard = (context: Context) => boolean;

// Undefined where Hono alone finds the operation that is meant.
function guardOf({ definition, template }: Mount, mounts: readonly Mount[]): Guard | undefined {
  const { method } = definition.route;
  // A concrete path is the one that is meant even where it lacks the method (OpenAPI 3.1, Paths Object).
  const served = new Set(
    mounts
      .filter((other) => other.definition.route.method === method)
      .map((other) => other.template.path.split('?', 1)[0]),
  );
  const rivals = mounts
    .map((other) => other.template)
    .filter(
      (other) =>
        isConcrete(other) && other.query.length === 0 && !served.has(other.path) && canMeet(other, template),
    );
  const hasHead = mounts.some(
    (other) => other.definition.route.method === 'head' && other.template.path === template.path,
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
