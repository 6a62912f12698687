import { docstring, propertyKey, quote } from '../code.ts';
import type { Generation } from '../generation.ts';
import { titleOf } from './emit-routes.ts';
import { importLine } from './import-line.ts';

/** Writes `handlers.ts`: the interface to implement, and the functions that put an implementation to use. */
export function emitHandlers(generation: Generation): string {
  const names = [...generation.routes];
  const members = names.map(
    ([operation, name]) =>
      `${docstring(titleOf(operation), '  ')}  ${propertyKey(operation.id)}: RouteHandler<typeof ${name}, TEnv>;\n`,
  );
  const mounts = names.map(([operation]) => {
    const access = /^[A-Za-z_$][\w$]*$/.test(operation.id) ? `.${operation.id}` : `[${quote(operation.id)}]`;
    return `  mountOperation(app, {
    definition: operations${access},
    handler: handlers${access},
    middleware: middleware${access},
  });
`;
  });
  return `import type { OpenAPIHono, RouteHandler } from '@hono/zod-openapi';
import {
  type CheckedResponse,
  checkAgainst,
  emitDocument,
  mountOperation,
  type OpenApiDocument,
  type OperationMiddleware,
  type ResponseIssue,
  registerDocument,
} from '${generation.runtime}';
import type { Env } from 'hono';
import { document } from './document.ts';
${importLine([...names.map(([, name]) => `type ${name}`), 'operations'], './routes.ts')}
/** Maps each operationId to the handler that answers it. */
export interface Handlers<TEnv extends Env = Env> {
${members.join('')}}

export type OperationId = keyof typeof operations;

export interface RegisterOptions<TEnv extends Env = Env> {
  /** Runs before the request of its operation is validated. */
  middleware?: { readonly [TOperationId in OperationId]?: OperationMiddleware<TEnv> };
}

/** Routes every operation to its handler, and registers the document with the app. */
export function registerRoutes<TEnv extends Env>(
  app: OpenAPIHono<TEnv>,
  handlers: Handlers<TEnv>,
  options: RegisterOptions<TEnv> = {},
): OpenAPIHono<TEnv> {
  const { middleware = {} } = options;
${mounts.join('')}  registerDocument(app, document);
  return app;
}

/** Assembles the document of an app out of what is registered with it. */
export function documentOf<TEnv extends Env>(app: OpenAPIHono<TEnv>): OpenApiDocument {
  return emitDocument(app, document);
}

/** Compares a response with what its operation documents; no issue means that it keeps the contract. */
export function checkResponse(operationId: OperationId, response: CheckedResponse): ResponseIssue[] {
  return checkAgainst(operations[operationId], response);
}
`;
}
