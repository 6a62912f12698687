// A function for each operation. It imports only what it needs, so that an app ships only the operations that it calls.

import type { OpenApiModel, Operation } from '@keyframe/openapi-model';
import { type Code, docstring, jsonCode, object, print, quote } from '@keyframe/openapi-tooling/generator';
import type { Conversions } from '../describe/date-formats.ts';
import { describeOperation } from '../describe/definition.ts';
import { type BodyConstants, listConstants, operationKey } from '../describe/response-bodies.ts';
import type { Statuses } from '../describe/responses.ts';
import { type SecurityDefault, securityDefault } from '../describe/security.ts';
import type { Plan, PlannedModule, PlannedOperation } from '../plan.ts';
import { importLine, RUNTIME } from './runtime-names.ts';

/** Writes the modules of the operations. */
export function emitOperations(
  { model, modules }: Plan,
  options: Pick<Context, 'checks' | 'conversions' | 'dates' | 'statuses'>,
): Record<string, string> {
  const context = { ...options, model, security: securityDefault(model) };
  return Object.fromEntries(modules.map((module) => [`${module.file}.ts`, emitModule(module, context)]));
}

/** The converted values of operations by their keys. */
export interface OperationDates {
  bodies: ReadonlyMap<string, BodyConstants>;
  /** Operations whose requests may contain converted values. */
  sent: ReadonlySet<string>;
}

interface Context {
  model: OpenApiModel;
  security: SecurityDefault;
  statuses: Statuses;
  /** The checks of responses by the keys of their operations; undefined if they are not validated. */
  checks: ReadonlyMap<string, BodyConstants> | undefined;
  /** The converted values of requests and responses; undefined if they stay as they are. */
  dates: OperationDates | undefined;
  conversions: Conversions;
}

function emitModule({ operations, aliases }: PlannedModule, context: Context): string {
  if (operations.length === 0) return 'export {};\n';
  const imports = new Set([
    'type Call',
    'type CallOptions',
    'type Client',
    'type OperationDefinition',
    'type RequestOf',
  ]);
  const validators = new Set<string>();
  const dated = new Set<string>();
  const functions = operations.map((planned) => {
    const operation = operationKey(planned.operation);
    const checks = context.checks?.get(operation);
    const dates = context.dates?.bodies.get(operation);
    for (const name of listConstants(checks)) validators.add(name);
    for (const name of listConstants(dates)) dated.add(name);
    // The parameters of a next page may be values of the page before.
    const isSent = planned.pages !== undefined || context.dates?.sent.has(operation);
    const { code, calls } = describeOperation(planned.operation, {
      ...context,
      checks,
      dates,
      sent: isSent ? context.conversions : {},
      id: planned.key,
      name: planned.name,
      idempotencyKey: planned.idempotencyKey,
    });
    for (const name of calls) imports.add(name);
    for (const name of listPageImports(planned)) imports.add(name);
    return functionText(planned, code);
  });
  return [
    importLine('import', imports, RUNTIME),
    `import type { operations } from './types.ts';\n`,
    importLine('import', dated, './dates.ts'),
    importLine('import', validators, './validators.ts'),
    `\n${functions.join('\n')}`,
    aliasesCode(aliases),
  ].join('');
}

function functionText(planned: PlannedOperation, code: Code): string {
  const { operation, key, name, definition, isShared, pages } = planned;
  const types = `operations[${quote(key)}]`;
  const declaration = `${isShared ? 'export ' : ''}const ${definition}: OperationDefinition = `;
  const parameters = parametersCode(planned);
  return [
    `${print([declaration, code, ';'])}\n\n`,
    docstring(writeComment(operation)),
    `export function ${name}(\n${parameters}): Call<${types}> {\n`,
    `  return client.send(${definition}, { request, options });\n}\n`,
    pages ? pagesCode(planned, { parameters, types }) : '',
  ].join('');
}

function aliasesCode(aliases: ReadonlyMap<string, string>): string {
  if (aliases.size === 0) return '';
  const lines = [...aliases].map(([name, alias]) => `  ${name} as ${alias},\n`);
  return `\nexport {\n${lines.join('')}};\n`;
}

function listPageImports({ pages }: PlannedOperation): string[] {
  if (pages === undefined) return [];
  return [
    'paginate',
    'type DataOf',
    ...(pages.items === undefined ? ['type PageSequence'] : ['type ItemsOf', 'type Pages']),
  ];
}

/** Writes the type of the request of an operation. */
export function requestType({ key, idempotencyKey: header }: PlannedOperation): string {
  return `RequestOf<operations[${quote(key)}]${header === undefined ? '' : `, ${quote(header.name)}`}>`;
}

/** Writes the parameters of a function that sends an operation. */
export function parametersCode(planned: PlannedOperation): string {
  return [
    '  client: Client,\n',
    `  request${isRequestNeeded(planned) ? '' : '?'}: ${requestType(planned)},\n`,
    '  options?: CallOptions,\n',
  ].join('');
}

/** Returns whether an operation cannot be called without a request. */
export function isRequestNeeded({ operation, idempotencyKey }: PlannedOperation): boolean {
  const { parameters, requestBody } = operation;
  const needed = parameters.filter((parameter) => parameter.required && parameter !== idempotencyKey);
  return needed.length > 0 || requestBody?.required === true;
}

function writeComment({ summary, description, method, path, deprecated }: Operation): string {
  const call = `\`${method.toUpperCase()} ${path}\``;
  const said = [summary?.trim(), description?.trim()].filter((text) => text !== undefined && text !== '');
  return [...said, call].join('\n\n') + (deprecated ? '\n\n@deprecated' : '');
}

function pagesCode(
  { operation, definition, pages }: PlannedOperation,
  { parameters, types }: { parameters: string; types: string },
): string {
  if (!pages) return '';
  const path = pages.items?.map(quote).join(', ');
  const pagesType =
    path === undefined
      ? `PageSequence<DataOf<${types}>>`
      : `Pages<DataOf<${types}>, ItemsOf<DataOf<${types}>, [${path}]>>`;
  const pagination = print(
    object([
      ['items', pages.pagination.items === undefined ? undefined : quote(pages.pagination.items)],
      ['more', pages.pagination.more === undefined ? undefined : quote(pages.pagination.more)],
      ['link', pages.pagination.link === undefined ? undefined : quote(pages.pagination.link)],
      ['next', pages.pagination.next && jsonCode(JSON.parse(JSON.stringify(pages.pagination.next)))],
    ]),
    '  ',
  );
  return [
    '\n',
    docstring(
      `The pages of \`${operation.method.toUpperCase()} ${operation.path}\`, each requested when it is needed.`,
    ),
    `export function ${pages.name}(\n${parameters}): ${pagesType} {\n`,
    `  const pagination = ${pagination};\n`,
    `  return paginate(client, ${definition}, { request, options, pagination });\n}\n`,
  ].join('');
}
