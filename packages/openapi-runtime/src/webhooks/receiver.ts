import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, Env, MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';
import type { OperationHandler } from '../http/handler-types.ts';
import {
  type MountedOperations,
  mountOperations,
  type OperationMiddleware,
  operationHandlers,
} from '../http/mount-operations.ts';
import type { RouteShape } from '../http/route.ts';
import type { MessageDefinitions } from './message.ts';

type DefinedRoute<TDefinition> = TDefinition extends { route: infer TRoute extends RouteShape }
  ? TRoute
  : never;

/** Maps ids to the handlers that answer them, typed as those of operations are. */
export type ReceiverHandlers<TDefinitions, TEnv extends Env = Env> = {
  [TId in keyof TDefinitions]: OperationHandler<DefinedRoute<TDefinitions[TId]>, TEnv>;
};

/** Specifies where messages arrive: each at a path of its own, or all at one path and distinguished by `select`. */
export type ReceiverOptions<TId extends string, TEnv extends Env = Env> = {
  /** Runs before the message is validated, for example to verify a signature. */
  middleware?: { readonly [TKey in TId]?: OperationMiddleware<TEnv> };
} & (
  | { paths: { readonly [TKey in TId]: string }; path?: undefined }
  | {
      path: string;
      /**
       * Returns the id of the message that has arrived; a message without a handler is answered with 404 Not Found.
       */
      select: (context: Context<TEnv>) => Promise<string | undefined> | string | undefined;
      paths?: undefined;
    }
);

/** Mounts handlers of webhooks or callbacks on an app. */
export type Receiver<TDefinitions> = <TEnv extends Env, TId extends keyof TDefinitions & string>(
  app: OpenAPIHono<TEnv>,
  handlers: { readonly [TKey in TId]: OperationHandler<DefinedRoute<TDefinitions[TKey]>, TEnv> },
  options: ReceiverOptions<NoInfer<TId>, TEnv>,
) => OpenAPIHono<TEnv>;

/** Makes the function that mounts handlers of webhooks or callbacks on an app. */
export function createReceiver<TDefinitions extends object>(
  definitions: TDefinitions,
): Receiver<TDefinitions> {
  return (app, handlers, options) => {
    mount(app, definitions as MessageDefinitions, { handlers, options });
    return app;
  };
}

interface AnyOptions<TEnv extends Env> {
  middleware?: Readonly<Record<string, OperationMiddleware<TEnv> | undefined>>;
  paths?: Readonly<Record<string, string>> | undefined;
  path?: string | undefined;
  select?: (context: Context<TEnv>) => Promise<string | undefined> | string | undefined;
}

interface Mounting<TEnv extends Env> {
  handlers: object;
  options: AnyOptions<TEnv>;
}

function mount<TEnv extends Env>(
  app: OpenAPIHono<TEnv>,
  definitions: MessageDefinitions,
  { handlers, options }: Mounting<TEnv>,
): void {
  const { middleware = {}, path, select, paths = {} } = options;
  const operations = Object.fromEntries(
    Object.keys(handlers).map((id) => {
      const definition = Object.hasOwn(definitions, id) ? definitions[id] : undefined;
      if (!definition) throw new TypeError(`Message "${id}" not found in the document.`);
      const ownPath = path ?? paths[id];
      if (ownPath === undefined) {
        throw new TypeError(`No path for the message "${id}": set "path", or its member of "paths".`);
      }
      return [id, { ...definition, route: { ...definition.route, path: ownPath } }];
    }),
  );
  const mounted = { operations, handlers, middleware };
  if (path !== undefined && select) mountDispatch(app, mounted, { path, select });
  else mountOperations(app, mounted);
}

interface Dispatch<TEnv extends Env> {
  path: string;
  select: NonNullable<AnyOptions<TEnv>['select']>;
}

function mountDispatch<TEnv extends Env>(
  app: OpenAPIHono<TEnv>,
  mounted: MountedOperations<TEnv>,
  { path, select }: Dispatch<TEnv>,
): void {
  const chains = new Map<string, { method: string; run: MiddlewareHandler<TEnv> }>(
    Object.entries(mounted.operations).map(([id, { route }]) => [
      id,
      { method: route.method.toUpperCase(), run: every(...operationHandlers(app, id, mounted)) },
    ]),
  );
  // Hono routes HEAD requests to the GET routes.
  const methods = new Set([...chains.values()].map(({ method }) => (method === 'HEAD' ? 'GET' : method)));
  app.on([...methods], [path], async (context, next) => {
    const chain = chains.get((await select(context)) ?? '');
    if (chain?.method !== context.req.method) return context.notFound();
    return chain.run(context, next);
  });
}
