import { docstring, propertyKey } from '../code.ts';
import type { Generation } from '../generation.ts';
import { titleOf } from './emit-routes.ts';
import { importLine } from './import-line.ts';
import { runtimeImports } from './runtime-imports.ts';
import { schemesNeeded } from './security-code.ts';

/** Writes `handlers.ts`: the interface to implement, and the functions that put an implementation to use. */
export function emitHandlers(generation: Generation): string {
  const names = [...generation.routes];
  const members = names.map(
    ([operation, name]) =>
      `${docstring(titleOf(operation), '  ')}  ${propertyKey(operation.id)}: OperationHandler<typeof ${name}, TEnv>;\n`,
  );
  // The compiler lets a parameter be unused that says so.
  const environment = names.length > 0 ? 'TEnv' : '_TEnv';
  const isSecured = schemesNeeded(generation).length > 0;
  const runtimeNames = [
    'type CheckedResponse',
    'checkAgainst',
    'emitDocument',
    'type MountOptions',
    'mountOperations',
    'type OpenApiDocument',
    ...(names.length > 0 ? ['type OperationHandler'] : []),
    'type ResponseIssue',
    'registerDocument',
    ...(isSecured ? ['type SecurityHandlers'] : []),
  ];
  return `import type { OpenAPIHono } from '@hono/zod-openapi';
${runtimeImports(runtimeNames, generation.runtime)}import type { Env } from 'hono';
import { document } from './document.ts';
${importLine([...names.map(([, name]) => `type ${name}`), 'operations', 'securitySchemes'], './routes.ts')}
/** Maps each operationId to the handler that answers it. */
export interface Handlers<${environment} extends Env = Env> {
${members.join('')}}

export type OperationId = keyof typeof operations;

${isSecured ? SECURED_OPTIONS : OPEN_OPTIONS}
/** Routes every operation to its handler, and registers the document with the app. */
export function registerRoutes<TEnv extends Env>(
  app: OpenAPIHono<TEnv>,
  handlers: Handlers<TEnv>,
  options${isSecured ? '' : '?'}: RegisterOptions<TEnv>,
): OpenAPIHono<TEnv> {
  mountOperations(app, { operations, securitySchemes, handlers, ...options });
  registerDocument(app, document);
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

const OPEN_OPTIONS = `export interface RegisterOptions<TEnv extends Env = Env> extends MountOptions<TEnv, OperationId> {}
`;

const SECURED_OPTIONS = `export interface RegisterOptions<TEnv extends Env = Env> extends MountOptions<TEnv, OperationId> {
  /** Judges requests by the security schemes of the document; \`false\` leaves that to the app's own middleware. */
  security: SecurityHandlers<keyof typeof securitySchemes, TEnv> | false;
}
`;
