import type { Generation } from '../../generation.ts';
import { importLine } from '../../printer/import-line.ts';
import { runtimeImports } from '../../printer/runtime-imports.ts';
import { schemesNeeded } from '../routes/security-code.ts';

/** Writes `handlers.ts`: the interface to implement, and the functions that put an implementation to use. */
export function emitHandlers(generation: Generation): string {
  const isSecured = schemesNeeded(generation).length > 0;
  const runtimeNames = [
    'type CheckedResponse',
    'checkOperation',
    'type MountOptions',
    'type OperationHandlers',
    'registerOperations',
    'type ResponseIssue',
    ...(isSecured ? ['type SecurityHandlers'] : []),
    'type Unimplemented',
  ];
  const ofRoutes = [
    'operations',
    'type Operations',
    'securitySchemes',
    ...(isSecured ? ['type SecuritySchemes'] : []),
  ];
  return `import type { OpenAPIHono } from '@hono/zod-openapi';
${runtimeImports(runtimeNames, generation.runtime, '')}import type { Env } from 'hono';
${importLine(ofRoutes, './routes.ts')}
/** Maps each operationId to the handler that answers it. */
export interface Handlers<TEnv extends Env = Env> extends OperationHandlers<Operations, TEnv> {}

export type OperationId = keyof Operations;

${isSecured ? SECURED_OPTIONS : OPEN_OPTIONS}
/** Routes every operation that has a handler; \`unimplemented\` says what becomes of the others. */
export function registerRoutes<TEnv extends Env>(
  app: OpenAPIHono<TEnv>,
  handlers: Partial<Handlers<TEnv>>,
  options: RegisterOptions<TEnv> & { unimplemented: Unimplemented },
): OpenAPIHono<TEnv>;
/** Routes every operation to its handler. */
export function registerRoutes<TEnv extends Env>(
  app: OpenAPIHono<TEnv>,
  handlers: Handlers<TEnv>,
  options${isSecured ? '' : '?'}: RegisterOptions<TEnv>,
): OpenAPIHono<TEnv>;
export function registerRoutes<TEnv extends Env>(
  app: OpenAPIHono<TEnv>,
  handlers: Partial<Handlers<TEnv>>,
  options?: RegisterOptions<TEnv> & { unimplemented?: Unimplemented },
): OpenAPIHono<TEnv> {
  registerOperations(app, { operations, securitySchemes, handlers, options });
  return app;
}

/** Compares a response with what its operation documents; no issue means that it keeps the contract. */
export function checkResponse(operationId: OperationId, response: CheckedResponse): ResponseIssue[] {
  return checkOperation(operations, operationId, response);
}
`;
}

const OPEN_OPTIONS = `export interface RegisterOptions<TEnv extends Env = Env> extends MountOptions<TEnv, OperationId> {}
`;

const SECURED_OPTIONS = `export interface RegisterOptions<TEnv extends Env = Env> extends MountOptions<TEnv, OperationId> {
  /** Checks requests against the security schemes of the document; \`false\` leaves that to the app's own middleware. */
  security: SecurityHandlers<keyof SecuritySchemes, TEnv> | false;
}
`;
