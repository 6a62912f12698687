import type { OpenAPIHono, RouteConfig, RouteHandler } from '@hono/zod-openapi';
import type { Env, Handler, MiddlewareHandler } from 'hono';
import type { OperationDefinition } from './operation-definition.ts';
import { validateRequest } from './validate-request.ts';

/** Is the middleware of one operation; it runs before the request is validated. */
export type OperationMiddleware<TEnv extends Env> = MiddlewareHandler<TEnv> | MiddlewareHandler<TEnv>[];

export interface MountedOperation<TRoute extends RouteConfig, TEnv extends Env> {
  definition: OperationDefinition<TRoute>;
  handler: RouteHandler<TRoute, TEnv>;
  middleware: OperationMiddleware<TEnv> | undefined;
}

/** Routes an operation to its handler: middleware, validation, handler. */
export function mountOperation<TRoute extends RouteConfig, TEnv extends Env>(
  app: OpenAPIHono<TEnv>,
  mounted: MountedOperation<TRoute, TEnv>,
): void {
  const { method, path } = mounted.definition.route;
  app.on([method], [path.replaceAll(/\{([^{}]+)\}/g, ':$1')], ...operationHandlers(app, mounted));
}

/** Lists what runs for a request of an operation, in this order: middleware, validation, handler. */
export function operationHandlers<TRoute extends RouteConfig, TEnv extends Env>(
  app: OpenAPIHono<TEnv>,
  { definition, handler, middleware = [] }: MountedOperation<TRoute, TEnv>,
): Handler<TEnv>[] {
  const validation = validateRequest<TEnv>(definition, () => app.defaultHook);
  // The path's own type parameters are gone here; the generated interface has checked the handler against its route.
  return [...[middleware].flat(), validation, handler as unknown as Handler<TEnv>];
}
