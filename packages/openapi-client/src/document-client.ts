// A client of a document that is not generated: its definitions are those of generated code, evaluated in memory.

import { type Code, object, print } from '@keyframe/openapi-codegen';
import { fillServerUrl, type OpenApiModel, type Operation } from '@keyframe/openapi-model';
import {
  type ConventionOverrides,
  Conventions,
  findIdempotencyKey,
  type Work,
} from '@keyframe/openapi-resources';
import * as runtime from '@keyframe/openapi-runtime/client';
import {
  authorizeBy,
  type BaseOptions,
  type Client,
  clientErrors,
  createClient,
  type OperationDefinition,
  type SecurityDefinition,
  type WorkDefinition,
} from '@keyframe/openapi-runtime/client';
import { SchemaGraph } from '@keyframe/openapi-schema';
import { describeOperation } from './describe/definition.ts';
import { alternativesCode, securityDefault } from './describe/security.ts';
import { listAbsoluteServers } from './describe/servers.ts';
import { describeWork, listFollowable } from './describe/work.ts';
import { describeScheme } from './emit/emit-client.ts';

/** Options of a client without generated code. */
export interface DocumentClientOptions extends BaseOptions {
  /** Credentials by the names of their security schemes. */
  auth?: object | undefined;
  /** Whether a redirect to another origin is the response if it asks for a method other than GET and HEAD. */
  isRedirectStrict?: boolean | undefined;
  /** Names that mean something other than by default. */
  conventions?: ConventionOverrides | undefined;
}

/** Sends the operations of a document. */
export interface DocumentClient {
  client: Client;
  /** Returns the definition of an operation, for `client.send`. */
  define(operation: Operation): OperationDefinition;
  /** Returns the definition of work, for `startWork` and `resumeWork`; undefined if the ends of the work are not known. */
  defineWork(work: Work): WorkDefinition | undefined;
}

/** Creates a client of a document. Throws ConfigurationError without a base URL if the document has no absolute server. */
export function createDocumentClient(
  model: OpenApiModel,
  options: DocumentClientOptions = {},
): DocumentClient {
  const graph = new SchemaGraph(model);
  const security = securityDefault(model);
  const [server] = listAbsoluteServers(model);
  const baseUrl = options.baseUrl ?? (server && fillServerUrl(server));
  const client = createClient(
    { ...clientErrors, ...options.errors },
    {
      ...options,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      isDocumentUrl: options.baseUrl === undefined,
      authorize: authorizeBy(evaluateSecurity(model), options.auth),
    },
  );
  const conventions = new Conventions(options.conventions);
  const definitions = new Map<Operation, OperationDefinition>();
  const define = (operation: Operation) => {
    const existing = definitions.get(operation);
    if (existing) return existing;
    const { id } = operation;
    const code = describeOperation(operation, {
      model,
      graph,
      id,
      name: id,
      security,
      statuses: 'documented',
      idempotencyKey: findIdempotencyKey(operation, conventions),
    });
    const definition = evaluate(code, runtime) as OperationDefinition;
    definitions.set(operation, definition);
    return definition;
  };
  return {
    client,
    define,
    defineWork(work) {
      if (listFollowable({ works: [work] }).length === 0) return undefined;
      const names = new Map<Operation, string>();
      const name = (operation: Operation) => {
        const existing = names.get(operation) ?? `operation${names.size}`;
        names.set(operation, existing);
        return existing;
      };
      const { code } = describeWork(work, { name, operations: model.operations });
      const definitionsByName = [...names].map(([operation, key]) => [key, define(operation)] as const);
      return evaluate(code, { ...runtime, ...Object.fromEntries(definitionsByName) }) as WorkDefinition;
    },
  };
}

function evaluateSecurity(model: OpenApiModel): SecurityDefinition {
  const schemes = [...model.securitySchemes].map(
    ([name, scheme]) => [name, describeScheme(scheme).code] as const,
  );
  const code = object([
    ['schemes', object(schemes)],
    ['security', alternativesCode(securityDefault(model).alternatives)],
  ]);
  return evaluate(code, runtime) as SecurityDefinition;
}

// The code that generated clients consist of: its texts are quoted, and its names are those of the runtime.
function evaluate(code: Code, values: Readonly<Record<string, unknown>>): unknown {
  return new Function(...Object.keys(values), `return (${print(code)});`)(...Object.values(values));
}
