// Options of TanStack Query for each operation: a query for what only reads, else a mutation.

import {
  type Code,
  declare,
  docstring,
  quote,
  type Reference,
  reference,
  separate,
} from '@keyframe/openapi-codegen';
import type { Operation } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import { runtime } from '../describe/runtime-names.ts';
import type { Plan, PlannedOperation } from '../plan.ts';
import { isRequestNeeded, operationType, requestType } from './emit-operations.ts';

/** Writes the options of all operations whose data can be kept. */
export function emitQueries({ modules, names }: Plan): Record<string, Code> {
  const functions: Code[] = [];
  for (const { file, operations } of modules) {
    const module = `./${file}.ts`;
    for (const planned of operations)
      if (hasValues(planned.operation)) functions.push(...listFunctions(planned, { names, module }));
  }
  return functions.length === 0 ? {} : { 'queries.ts': separate(functions, '\n') };
}

interface Output {
  names: Plan['names'];
  /** The module of the functions that send requests. */
  module: string;
}

// Streams are read once, so a cache cannot keep them.
function hasValues({ responses }: Operation): boolean {
  const isValue = (type: string) =>
    isJson(type) || (/^text\//i.test(type) && !/^text\/event-stream/i.test(type));
  return responses
    .filter(({ status }) => /^[2d]/.test(status))
    .every(({ content }) => content.every(({ name }) => isValue(name)));
}

function isReading({ method }: Operation): boolean {
  return method === 'get';
}

function listFunctions(planned: PlannedOperation, { names, module }: Output): Code[] {
  const { operation, key, name, pages } = planned;
  const types = operationType(key);
  const request = requestType(planned);
  const isOptional = !isRequestNeeded(planned);
  const context = { id: quote(name), types, request, isOptional, operation };
  const call = reference(module, name);
  if (!isReading(operation)) return [mutationCode(names.take(`${name}Mutation`), call, context)];
  const query = queryCode({ name: names.take(`${name}Query`), call, kind: 'query' }, context);
  if (pages === undefined) return [query];
  const infinite = {
    name: names.take(`${name}InfiniteQuery`),
    call: reference(module, pages.name),
    kind: 'infiniteQuery',
  } as const;
  return [query, queryCode(infinite, context)];
}

const CLIENT = declare('client');
const REQUEST = declare('request');
const OPTIONS = declare('options');

interface Described {
  id: string;
  types: Code;
  request: Code;
  isOptional: boolean;
  operation: Operation;
}

interface QueryFunction {
  name: string;
  /** The function that sends the request. */
  call: Reference;
  kind: 'infiniteQuery' | 'query';
}

function queryCode({ name, call, kind }: QueryFunction, described: Described): Code {
  const { id, types, request, isOptional, operation } = described;
  const title = kind === 'query' ? 'Query' : 'Query of the pages';
  const options = kind === 'query' ? 'QueryOptions' : 'InfiniteQueryOptions';
  return [
    docstring(`${title} of \`${operation.method.toUpperCase()} ${operation.path}\` for TanStack Query.`),
    ['export function ', declare(name), '(\n  ', CLIENT, ': ', runtime('type Client'), ',\n  '],
    [REQUEST, isOptional ? '?: ' : ': ', request, ',\n  ', OPTIONS, '?: ', runtime('type QueryCallOptions')],
    [',\n): ', runtime(`type ${options}`), '<', types, `, ${id}, `, request, '> {\n'],
    ['  return ', runtime(`${kind}Options`), `(${id}, request, (`, declare('signal'), ') =>\n    ', call],
    '(client, request, { ...options, signal }),\n  );\n}\n',
  ];
}

function mutationCode(
  name: string,
  call: Reference,
  { id, types, request, isOptional, operation }: Described,
): Code {
  const variables = isOptional ? [request, ' | void'] : request;
  const passed = isOptional ? 'request ?? {}' : 'request';
  return [
    docstring(`Mutation by \`${operation.method.toUpperCase()} ${operation.path}\` for TanStack Query.`),
    ['export function ', declare(name), '(\n  ', CLIENT, ': ', runtime('type Client')],
    [',\n  ', OPTIONS, '?: ', runtime('type QueryCallOptions'), ',\n'],
    ['): ', runtime('type MutationOptions'), '<', types, `, ${id}, `, variables, '> {\n  return '],
    [runtime('mutationOptions'), `(${id}, (`, REQUEST, ') => ', call, `(client, ${passed}, options));\n}\n`],
  ];
}
