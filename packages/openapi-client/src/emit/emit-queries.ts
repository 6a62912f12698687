// Options of TanStack Query for each operation: a query for what only reads, else a mutation.

import type { Operation } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import { docstring, quote } from '@keyframe/openapi-tooling/generator';
import type { Plan, PlannedOperation } from '../plan.ts';
import { isRequestNeeded, requestType } from './emit-operations.ts';
import { importLine, RUNTIME } from './runtime-names.ts';

/** Writes the options of all operations whose data can be kept. */
export function emitQueries({ modules, names }: Plan): Record<string, string> {
  const imports = new Set<string>();
  const calls: string[] = [];
  const functions = modules.flatMap((module) => {
    const kept = module.operations.filter(({ operation }) => hasValues(operation));
    const called = kept.flatMap((planned) => listCalls(planned));
    if (called.length > 0) calls.push(importLine('import', called, `./${module.file}.ts`));
    return kept.flatMap((planned) => listFunctions(planned, { names, imports }));
  });
  if (functions.length === 0) return {};
  const types = `import type { operations } from './types.ts';\n\n`;
  return {
    'queries.ts': [importLine('import', imports, RUNTIME), ...calls, types, functions.join('\n')].join(''),
  };
}

type Names = Plan['names'];

interface Output {
  names: Names;
  imports: Set<string>;
}

// Streams are read once, so a cache cannot keep them.
function hasValues({ responses }: Operation): boolean {
  const types = responses
    .filter(({ status }) => /^[2d]/.test(status))
    .flatMap(({ content }) => content.map(({ name }) => name));
  return types.every((type) => isJson(type) || (/^text\//i.test(type) && !/^text\/event-stream/i.test(type)));
}

function isReading({ method }: Operation): boolean {
  return method === 'get';
}

function listCalls({ operation, name, pages }: PlannedOperation): string[] {
  return pages && isReading(operation) ? [name, pages.name] : [name];
}

function listFunctions(planned: PlannedOperation, { names, imports }: Output): string[] {
  const { operation, key, name, pages } = planned;
  const types = `operations[${quote(key)}]`;
  const request = requestType(planned);
  const isOptional = !isRequestNeeded(planned);
  const context = { id: quote(name), types, request, isOptional, operation };
  for (const each of ['type Client', 'type RequestOf', 'type QueryCallOptions']) imports.add(each);
  if (!isReading(operation)) {
    for (const each of ['type MutationOptions', 'mutationOptions']) imports.add(each);
    return [mutationCode(names.take(`${name}Mutation`), name, context)];
  }
  for (const each of ['type QueryOptions', 'queryOptions']) imports.add(each);
  const query = queryCode({ name: names.take(`${name}Query`), call: name, kind: 'query' }, context);
  if (pages === undefined) return [query];
  for (const each of ['type InfiniteQueryOptions', 'infiniteQueryOptions']) imports.add(each);
  const infinite = {
    name: names.take(`${name}InfiniteQuery`),
    call: pages.name,
    kind: 'infiniteQuery',
  } as const;
  return [query, queryCode(infinite, context)];
}

interface Described {
  id: string;
  types: string;
  request: string;
  isOptional: boolean;
  operation: Operation;
}

interface QueryFunction {
  name: string;
  /** The function that sends the request. */
  call: string;
  kind: 'infiniteQuery' | 'query';
}

function queryCode({ name, call, kind }: QueryFunction, described: Described): string {
  const { id, types, request, isOptional, operation } = described;
  const title = kind === 'query' ? 'Query' : 'Query of the pages';
  const options = kind === 'query' ? 'QueryOptions' : 'InfiniteQueryOptions';
  return [
    docstring(`${title} of \`${operation.method.toUpperCase()} ${operation.path}\` for TanStack Query.`),
    `export function ${name}(\n  client: Client,\n  request${isOptional ? '?' : ''}: ${request},\n`,
    `  options?: QueryCallOptions,\n): ${options}<${types}, ${id}, ${request}> {\n`,
    `  return ${kind}Options(${id}, request, (signal) =>\n`,
    `    ${call}(client, request, { ...options, signal }),\n  );\n}\n`,
  ].join('');
}

function mutationCode(
  name: string,
  call: string,
  { id, types, request, isOptional, operation }: Described,
): string {
  const variables = isOptional ? `${request} | void` : request;
  const passed = isOptional ? 'request ?? {}' : 'request';
  return [
    docstring(`Mutation by \`${operation.method.toUpperCase()} ${operation.path}\` for TanStack Query.`),
    `export function ${name}(\n  client: Client,\n  options?: QueryCallOptions,\n`,
    `): MutationOptions<${types}, ${id}, ${variables}> {\n`,
    `  return mutationOptions(${id}, (request) => ${call}(client, ${passed}, options));\n}\n`,
  ].join('');
}
