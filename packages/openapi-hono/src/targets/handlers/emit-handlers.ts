import { type Code, declare, reference, template } from '@keyframe/openapi-codegen';
import type { Generation } from '../../generation.ts';
import { APP, ENV, runtime } from '../../printer/runtime.ts';
import { schemesNeeded } from '../routes/security-code.ts';

const [OPERATIONS, OPERATIONS_TYPE, SCHEMES, SCHEMES_TYPE] = [
  reference('./routes.ts', 'operations'),
  reference('./routes.ts', 'type Operations'),
  reference('./routes.ts', 'securitySchemes'),
  reference('./routes.ts', 'type SecuritySchemes'),
] as const;

/** Writes `handlers.ts`: the interface to implement, and the functions that put an implementation to use. */
export function emitHandlers(generation: Generation): Code {
  const isSecured = schemesNeeded(generation).length > 0;
  return template`/** Maps each operationId to the handler that answers it. */
export interface ${declare('Handlers')}<TEnv extends ${ENV} = ${ENV}> extends ${runtime('type OperationHandlers')}<${OPERATIONS_TYPE}, TEnv> {}

export type ${declare('OperationId')} = keyof ${OPERATIONS_TYPE};

export interface ${declare('RegisterOptions')}<TEnv extends ${ENV} = ${ENV}> extends ${runtime('type MountOptions')}<TEnv, OperationId> {${isSecured ? SECURITY_OPTION : ''}}

/** Routes every operation that has a handler; \`unimplemented\` says what becomes of the others. */
export function ${declare('registerRoutes')}<TEnv extends ${ENV}>(
  app: ${APP}<TEnv>,
  handlers: Partial<Handlers<TEnv>>,
  options: RegisterOptions<TEnv> & { unimplemented: ${runtime('type Unimplemented')} },
): ${APP}<TEnv>;
/** Routes every operation to its handler. */
export function registerRoutes<TEnv extends ${ENV}>(
  app: ${APP}<TEnv>,
  handlers: Handlers<TEnv>,
  options${isSecured ? '' : '?'}: RegisterOptions<TEnv>,
): ${APP}<TEnv>;
export function registerRoutes<TEnv extends ${ENV}>(
  app: ${APP}<TEnv>,
  handlers: Partial<Handlers<TEnv>>,
  options?: RegisterOptions<TEnv> & { unimplemented?: ${runtime('type Unimplemented')} },
): ${APP}<TEnv> {
  ${runtime('registerOperations')}(app, { ${OPERATIONS}, ${SCHEMES}, handlers, options });
  return app;
}

/** Compares a response with what its operation documents; no issue means that it keeps the contract. */
export function ${declare('checkResponse')}(operationId: OperationId, response: ${runtime('type CheckedResponse')}): ${runtime('type ResponseIssue')}[] {
  return ${runtime('checkOperation')}(${OPERATIONS}, operationId, response);
}
`;
}

const SECURITY_OPTION = template`
  /** Checks requests against the security schemes of the document; \`false\` leaves that to the app's own middleware. */
  security: ${runtime('type SecurityHandlers')}<keyof ${SCHEMES_TYPE}, TEnv> | false;
`;
