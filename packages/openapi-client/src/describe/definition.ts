// The definition of one operation: the object that the runtime sends requests by.

import {
  DEFAULT_STYLES,
  findKeyword,
  type OpenApiModel,
  type Operation,
  type Parameter,
} from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import { type Code, jsonCode, list, object, quote } from '@keyframe/openapi-tooling/generator';
import { bodyCode, isJsonBody } from './body-code.ts';
import type { Conversions } from './date-formats.ts';
import type { BodyConstants } from './response-bodies.ts';
import { acceptCode, chooseReader, listResponses, responsesCode, type Statuses } from './responses.ts';
import { isSimple } from './schemas.ts';
import { alternativesCode, type SecurityDefault } from './security.ts';
import { findOwnServerUrl, isAbsolute } from './servers.ts';

/** The code of a definition, and the functions of the runtime that it calls. */
export interface DefinitionCode {
  code: Code;
  calls: ReadonlySet<string>;
}

const IDEMPOTENT = ['get', 'head', 'put', 'delete', 'options', 'query', 'trace'];

/** Settings for the description of an operation. */
interface DescribeOptions {
  model: OpenApiModel;
  /** The id used by the types and errors of the operation. */
  id: string;
  /** The function that calls the operation. */
  name: string;
  /** The alternatives of operations without security requirements of their own. */
  security: SecurityDefault;
  statuses: Statuses;
  /** The checks of its responses; undefined if they are not validated. */
  checks?: BodyConstants | undefined;
  /** The converted values of its responses; undefined if it has none. */
  dates?: BodyConstants | undefined;
  /** The conversions of the whole client. */
  conversions?: Conversions | undefined;
  /** The conversions whose values its requests may contain. */
  sent?: Conversions | undefined;
  /** The header that the client creates a key for. */
  idempotencyKey?: Parameter | undefined;
}

/** Describes an operation for the runtime. */
export function describeOperation(operation: Operation, options: DescribeOptions): DefinitionCode {
  const { model, id, name, security, statuses, idempotencyKey } = options;
  const calls = new Set<string>();
  const responses = listResponses(operation);
  const read = chooseReader(operation, responses, statuses);
  const isRedirect = read === 'readRedirect';
  calls.add(read);
  const code = object([
    ['id', quote(id)],
    ['name', name === id ? undefined : quote(name)],
    ['method', quote(operation.method.toUpperCase())],
    // A fragment distinguishes operations of one path; it is never sent (RFC 9110, section 4.2.5).
    ['path', quote(operation.path.replace(/#.*/s, ''))],
    ['responses', read === 'readJsonByClass' ? undefined : responsesCode(responses)],
    ['parse', parserCode(options, calls)],
    ['read', wrapReader(read, options, calls)],
    ['redirect', isRedirect ? quote('manual') : undefined],
    ['accept', acceptCode(responses)],
    ['streams', streamsCode(operation, options, calls)],
    ['write', writersCode(operation, options, calls)],
    ['parameters', parametersCode(model, operation, calls)],
    [
      'body',
      operation.requestBody && bodyCode(operation.requestBody, { model, int64: options.sent?.int64, calls }),
    ],
    ['security', security.isDefault(operation.security) ? undefined : alternativesCode(operation.security)],
    ['retry', retryCode(operation, { hasKey: idempotencyKey !== undefined, calls })],
  ]);
  return { code, calls };
}

// Only bodies with converted values may have large integers.
function parserCode({ dates, conversions }: DescribeOptions, calls: Set<string>): Code | undefined {
  if (!conversions?.int64 || !dates) return undefined;
  calls.add('parseDigits');
  return 'parseDigits';
}

type Handling = Pick<DescribeOptions, 'checks' | 'dates'>;

// Bodies are checked as they were received, before their dates are converted.
function wrapReader(read: Code, { checks, dates }: Handling, calls: Set<string>): Code {
  const wrappers = [
    ['validated', checks],
    ['dated', dates],
  ] as const;
  return wrappers.reduce<Code>((inner, [name, constants]) => {
    if (constants === undefined || constants.responses.size === 0) return inner;
    calls.add(name);
    const table = object([...constants.responses].map(([status, types]) => [status, object([...types])]));
    return [`/* @__PURE__ */ ${name}(`, inner, ', ', table, ')'];
  }, read);
}

function wrapStream(
  read: Code,
  mediaType: string,
  { checks, dates, calls }: Handling & { calls: Set<string> },
): Code {
  const wrappers = [
    ['validatedItems', checks],
    ['datedItems', dates],
  ] as const;
  return wrappers.reduce<Code>((inner, [name, constants]) => {
    const constant = constants?.items.get(mediaType);
    if (constant === undefined) return inner;
    calls.add(name);
    return [`/* @__PURE__ */ ${name}(`, inner, `, ${constant})`];
  }, read);
}

const STREAMS = {
  events: 'eventStream',
  lines: 'jsonLines',
  parts: 'multipartStream',
  sequence: 'jsonSequence',
} as const;

function streamsCode(
  { responses, method }: Operation,
  handling: Handling,
  calls: Set<string>,
): Code | undefined {
  const content = method === 'head' ? [] : responses.flatMap((response) => response.content);
  const streams = new Map(content.flatMap(({ name, stream }) => (stream ? [[name, stream] as const] : [])));
  if (streams.size === 0) return undefined;
  return object(
    [...streams].map(([name, { format, eventData }]): [string, Code] => {
      const reader = STREAMS[format];
      calls.add(reader);
      const data = eventData ? jsonCode(JSON.parse(JSON.stringify(eventData))) : '';
      const read: Code = format === 'events' ? [`/* @__PURE__ */ ${reader}(`, data, ')'] : reader;
      return [name, wrapStream(read, name, { ...handling, calls })];
    }),
  );
}

function writersCode(
  operation: Operation,
  { model, sent = {}, idempotencyKey: key }: DescribeOptions,
  calls: Set<string>,
): Code | undefined {
  const { parameters, requestBody, path } = operation;
  const server = findOwnServerUrl(model, operation);
  const has = (wanted: string) =>
    parameters.some(({ location, name }) => location === wanted && name !== key?.name);
  const isStyledPath = parameters.some((one) => one.location === 'path' && !isDefault(model, one));
  const writers: [isNeeded: boolean, name: string, argument?: Code | undefined][] = [
    [sent.dates !== undefined, 'writeDates'],
    [server !== undefined, ...serverWriter(server ?? '')],
    [isStyledPath, 'writeStyledPath'],
    [path.includes('{'), 'writePath'],
    [has('query'), 'writeQuery'],
    [has('cookie'), 'writeCookies'],
    [
      requestBody !== undefined,
      requestBody && isJsonBody(requestBody) && !sent.int64 ? 'writeJson' : 'writeBody',
    ],
    [has('header'), 'writeHeaders'],
    [key !== undefined, 'writeKey', key && keyCode(model, key, calls)],
  ];
  const needed = writers.filter(([isNeeded]) => isNeeded);
  for (const [, name] of needed) calls.add(name);
  const codes = needed.map(
    ([, name, argument]): Code =>
      argument === undefined ? name : [`/* @__PURE__ */ ${name}(`, argument, ')'],
  );
  return codes.length === 0 ? undefined : list(codes);
}

function serverWriter(url: string): [name: string, argument: Code] {
  return isAbsolute(url) ? ['onServer', quote(url.replace(/\/+$/, ''))] : ['onRelativeServer', quote(url)];
}

function keyCode(model: OpenApiModel, { name, schema }: Parameter, calls: Set<string>): Code {
  if (!schema || findKeyword(model, schema, 'format') !== 'uuid') return quote(name);
  calls.add('asUuid');
  return [quote(name), ', asUuid'];
}

function parametersCode(
  model: OpenApiModel,
  { parameters }: Operation,
  calls: Set<string>,
): Code | undefined {
  const styled = parameters.filter((parameter) => !isDefault(model, parameter));
  if (styled.length === 0) return undefined;
  calls.add('styled');
  return list(
    styled.map(({ location, name, style, explode, content, allowReserved }) => {
      const options = object([
        ['style', style === DEFAULT_STYLES[location] ? undefined : quote(style)],
        ['explode', explode ? 'true' : undefined],
        ['json', content.some((media) => isJson(media.name)) ? 'true' : undefined],
        ['allowReserved', location === 'query' && allowReserved ? 'true' : undefined],
      ]);
      return ['/* @__PURE__ */ styled(', quote(location), ', ', quote(name), ', ', options, ')'];
    }),
  );
}

// Parameters without a style of their own are single values, or outside a path lists of them, whose names need no encoding.
function isDefault(model: OpenApiModel, parameter: Parameter): boolean {
  const { location, name, style, explode, schema, allowReserved } = parameter;
  const isExploded = location === 'query' || location === 'cookie';
  const isPlainName = location === 'header' || location === 'path' || /^[\w~-][\w.~-]*$/.test(name);
  const hasDefaults = style === DEFAULT_STYLES[location] && explode === isExploded;
  if (schema === undefined || (location === 'query' && allowReserved)) return false;
  return isPlainName && hasDefaults && isSimple(model, schema, location !== 'path');
}

// A service that rejects a request with one of these statuses has not applied it, so even a POST may be sent again.
function retryCode(
  { method, responses }: Operation,
  { hasKey, calls }: { hasKey: boolean; calls: Set<string> },
): Code | undefined {
  if (hasKey || IDEMPOTENT.includes(method)) {
    calls.add('isTransient');
    return 'isTransient';
  }
  const statuses = ['429', '503'].filter((status) =>
    responses.some((response) => response.status === status),
  );
  if (statuses.length === 0) return undefined;
  calls.add('isRefused');
  return `/* @__PURE__ */ isRefused(${statuses.join(', ')})`;
}
