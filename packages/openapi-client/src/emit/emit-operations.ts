// A function for each operation. It imports only what it needs, so that an app ships only the operations that it calls.

import {
  type Code,
  declare,
  docstring,
  indented,
  jsonCode,
  object,
  quote,
  separate,
} from '@keyframe/openapi-codegen';
import type { OpenApiModel, Operation } from '@keyframe/openapi-model';
import type { SchemaGraph } from '@keyframe/openapi-schema';
import type { Conversions } from '../describe/date-formats.ts';
import { describeOperation } from '../describe/definition.ts';
import { type BodyConstants, operationKey } from '../describe/response-bodies.ts';
import type { Statuses } from '../describe/responses.ts';
import { OPERATIONS, runtime } from '../describe/runtime-names.ts';
import { type SecurityDefault, securityDefault } from '../describe/security.ts';
import type { Plan, PlannedModule, PlannedOperation } from '../plan.ts';

/** Writes the modules of the operations. */
export function emitOperations(
  { model, graph, modules }: Plan,
  options: Pick<Context, 'checks' | 'conversions' | 'dates' | 'statuses'>,
): Record<string, Code> {
  const context = { ...options, model, graph, security: securityDefault(model) };
  return Object.fromEntries(modules.map((module) => [`${module.file}.ts`, emitModule(module, context)]));
}

/** The converted values of operations by their keys. */
export interface OperationDates {
  bodies: ReadonlyMap<string, BodyConstants>;
  /** Operations whose requests may contain converted values. */
  requests: ReadonlySet<string>;
}

interface Context {
  model: OpenApiModel;
  graph: SchemaGraph;
  security: SecurityDefault;
  statuses: Statuses;
  /** The checks of responses by the keys of their operations; undefined if they are not validated. */
  checks: ReadonlyMap<string, BodyConstants> | undefined;
  /** The converted values of requests and responses; undefined if they stay as they are. */
  dates: OperationDates | undefined;
  conversions: Conversions;
}

function emitModule({ operations, aliases }: PlannedModule, context: Context): Code {
  if (operations.length === 0) return 'export {};\n';
  const functions = operations.map((planned) => {
    const operation = operationKey(planned.operation);
    const checks = context.checks?.get(operation);
    const dates = context.dates?.bodies.get(operation);
    // The parameters of a next page may be values of the page before.
    const isSent = planned.pages !== undefined || context.dates?.requests.has(operation);
    const code = describeOperation(planned.operation, {
      ...context,
      checks,
      dates,
      requestConversions: isSent ? context.conversions : {},
      id: planned.key,
      name: planned.name,
      idempotencyKey: planned.idempotencyKey,
    });
    return functionCode(planned, code);
  });
  return [...separate(functions, '\n'), aliasesCode(aliases)];
}

function functionCode(planned: PlannedOperation, code: Code): Code {
  const { operation, key, name, definition, isShared, pages } = planned;
  const types = operationType(key);
  const parameters = parametersCode(planned);
  return [
    [
      `${isShared ? 'export ' : ''}const `,
      declare(definition),
      [': ', runtime('type OperationDefinition'), ' = '],
      code,
      ';',
    ],
    '\n\n',
    docstring(writeComment(operation)),
    ['export function ', declare(name), '(\n', parameters, '): ', runtime('type Call'), '<', types, '> {\n'],
    `  return client.send(${definition}, { request, options });\n}\n`,
    pages ? pagesCode(planned, { parameters, types }) : '',
  ];
}

function aliasesCode(aliases: ReadonlyMap<string, string>): Code {
  if (aliases.size === 0) return '';
  const lines = [...aliases].map(([name, alias]) => `  ${name} as ${alias},\n`);
  return `\nexport {\n${lines.join('')}};\n`;
}

/** Writes the type of the request of an operation. */
export function requestType({ key, idempotencyKey: header }: PlannedOperation): Code {
  const omitted = header === undefined ? '' : `, ${quote(header.name)}`;
  return [runtime('type RequestOf'), '<', operationType(key), `${omitted}>`];
}

/** Writes the type of an operation. */
export function operationType(key: string): Code {
  return [OPERATIONS, `[${quote(key)}]`];
}

/** Writes the parameters of a function that sends an operation. */
export function parametersCode(planned: PlannedOperation): Code {
  return [
    ['  client: ', runtime('type Client'), ',\n'],
    [`  request${isRequestNeeded(planned) ? '' : '?'}: `, requestType(planned), ',\n'],
    ['  options?: ', runtime('type CallOptions'), ',\n'],
  ];
}

/** Returns whether an operation cannot be called without a request. */
export function isRequestNeeded({ operation, idempotencyKey }: PlannedOperation): boolean {
  const { parameters, requestBody } = operation;
  const needed = parameters.filter((parameter) => parameter.required && parameter !== idempotencyKey);
  return needed.length > 0 || requestBody?.required === true;
}

function writeComment({ summary, description, method, path, deprecated }: Operation): string {
  const call = `\`${method.toUpperCase()} ${path}\``;
  const paragraphs = [summary?.trim(), description?.trim()].filter(
    (text) => text !== undefined && text !== '',
  );
  return [...paragraphs, call].join('\n\n') + (deprecated ? '\n\n@deprecated' : '');
}

function pagesCode(
  { operation, definition, pages }: PlannedOperation,
  { parameters, types }: { parameters: Code; types: Code },
): Code {
  if (!pages) return '';
  const path = pages.items?.map(quote).join(', ');
  const data: Code = [runtime('type DataOf'), '<', types, '>'];
  const pagesType: Code =
    path === undefined
      ? [runtime('type PageSequence'), '<', data, '>']
      : [runtime('type Pages'), '<', data, ', ', runtime('type ItemsOf'), '<', data, `, [${path}]>>`];
  const pagination = indented(
    object([
      ['items', pages.pagination.items === undefined ? undefined : quote(pages.pagination.items)],
      ['more', pages.pagination.more === undefined ? undefined : quote(pages.pagination.more)],
      ['link', pages.pagination.link === undefined ? undefined : quote(pages.pagination.link)],
      ['next', pages.pagination.next && jsonCode(JSON.parse(JSON.stringify(pages.pagination.next)))],
    ]),
  );
  return [
    '\n',
    docstring(
      `The pages of \`${operation.method.toUpperCase()} ${operation.path}\`, each requested when it is needed.`,
    ),
    ['export function ', declare(pages.name), '(\n', parameters, '): ', pagesType, ' {\n'],
    ['  const pagination = ', pagination, ';\n  return '],
    runtime('paginate'),
    `(client, ${definition}, { request, options, pagination });\n}\n`,
  ];
}
