// The definition of one operation: the object that the runtime sends requests by.

import { type Code, jsonCode, list, object, quote, reference } from '@keyframe/openapi-codegen';
import {
  DEFAULT_STYLES,
  type MediaType,
  type OpenApiModel,
  type Operation,
  type Parameter,
} from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import type { SchemaGraph } from '@keyframe/openapi-schema';
import { findFormat } from '@keyframe/openapi-schema/facts';
import { bodyCode, isJsonBody } from './body-code.ts';
import type { Conversions } from './date-formats.ts';
import type { BodyConstants } from './response-bodies.ts';
import { acceptCode, chooseReader, listResponses, responsesCode, type Statuses } from './responses.ts';
import { pureCall, runtime } from './runtime-names.ts';
import { isSimple } from './schemas.ts';
import { alternativesCode, type SecurityDefault } from './security.ts';
import { findOwnServerUrl, isAbsolute } from './servers.ts';

const IDEMPOTENT = ['get', 'head', 'put', 'delete', 'options', 'query', 'trace'];

/** Settings for the description of an operation. */
interface DescribeOptions {
  model: OpenApiModel;
  /** Reads the schemas as they are written. */
  graph: SchemaGraph;
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
  requestConversions?: Conversions | undefined;
  /** The header that the client creates a key for. */
  idempotencyKey?: Parameter | undefined;
}

/** Describes an operation for the runtime. */
export function describeOperation(operation: Operation, options: DescribeOptions): Code {
  const { graph, id, name, security, statuses, idempotencyKey } = options;
  const responses = listResponses(operation);
  const read = chooseReader(operation, responses, statuses);
  const isRedirect = read === 'readRedirect';
  return object([
    ['id', quote(id)],
    ['name', name === id ? undefined : quote(name)],
    ['method', quote(operation.method.toUpperCase())],
    // A fragment distinguishes operations of one path; it is never sent (RFC 9110, section 4.2.5).
    ['path', quote(operation.path.replace(/#.*/s, ''))],
    ['responses', read === 'readJsonByClass' ? undefined : responsesCode(responses)],
    ['parse', parserCode(options)],
    ['read', wrapReader(runtime(read), options)],
    ['redirect', isRedirect ? quote('manual') : undefined],
    ['accept', acceptCode(responses)],
    ['streams', streamsCode(operation, options)],
    ['write', writersCode(operation, options)],
    ['parameters', parametersCode(graph, operation)],
    [
      'body',
      operation.requestBody &&
        bodyCode(operation.requestBody, { graph, int64: options.requestConversions?.int64 }),
    ],
    ['security', security.isDefault(operation.security) ? undefined : alternativesCode(operation.security)],
    ['retry', retryCode(operation, idempotencyKey !== undefined)],
  ]);
}

// Only bodies with converted values may have large integers.
function parserCode({ dates, conversions }: DescribeOptions): Code | undefined {
  return conversions?.int64 && dates ? runtime('parseDigits') : undefined;
}

type Handling = Pick<DescribeOptions, 'checks' | 'dates'>;

// Bodies are checked as they were received, before their dates are converted.
function wrapReader(read: Code, { checks, dates }: Handling): Code {
  const wrappers = [
    ['validated', './validators.ts', checks],
    ['dated', './dates.ts', dates],
  ] as const;
  return wrappers.reduce<Code>((inner, [name, module, constants]) => {
    if (constants === undefined || constants.responses.size === 0) return inner;
    const table = object(
      [...constants.responses].map(([status, types]) => [
        status,
        object([...types].map(([type, constant]) => [type, reference(module, constant)])),
      ]),
    );
    return pureCall(name, inner, table);
  }, read);
}

function wrapStream(read: Code, mediaType: string, { checks, dates }: Handling): Code {
  const wrappers = [
    ['validatedItems', './validators.ts', checks],
    ['datedItems', './dates.ts', dates],
  ] as const;
  return wrappers.reduce<Code>((inner, [name, module, constants]) => {
    const constant = constants?.items.get(mediaType);
    return constant === undefined ? inner : pureCall(name, inner, reference(module, constant));
  }, read);
}

const STREAMS = {
  events: 'eventStream',
  lines: 'jsonLines',
  parts: 'multipartStream',
  sequence: 'jsonSequence',
} as const;

function streamsCode({ responses, method }: Operation, handling: Handling): Code | undefined {
  const streams = new Map<string, NonNullable<MediaType['stream']>>();
  for (const { content } of method === 'head' ? [] : responses)
    for (const { name, stream } of content) if (stream) streams.set(name, stream);
  if (streams.size === 0) return undefined;
  return object(
    [...streams].map(([name, { format, eventData }]): [string, Code] => {
      const reader = STREAMS[format];
      const data = eventData ? jsonCode(JSON.parse(JSON.stringify(eventData))) : '';
      const read = format === 'events' ? pureCall(reader, data) : runtime(reader);
      return [name, wrapStream(read, name, handling)];
    }),
  );
}

function writersCode(
  operation: Operation,
  { model, graph, requestConversions = {}, idempotencyKey: key }: DescribeOptions,
): Code | undefined {
  const { parameters, requestBody, path } = operation;
  const server = findOwnServerUrl(model, operation);
  const has = (place: string) =>
    parameters.some(({ location, name }) => location === place && name !== key?.name);
  const isStyledPath = parameters.some(
    (parameter) => parameter.location === 'path' && !isDefault(graph, parameter),
  );
  const writers: [isNeeded: boolean, name: string, argument?: Code | undefined][] = [
    [requestConversions.dates !== undefined, 'writeDates'],
    [server !== undefined, ...serverWriter(server ?? '')],
    [isStyledPath, 'writeStyledPath'],
    [path.includes('{'), 'writePath'],
    [has('query'), 'writeQuery'],
    [has('cookie'), 'writeCookies'],
    [
      requestBody !== undefined,
      requestBody && isJsonBody(requestBody) && !requestConversions.int64 ? 'writeJson' : 'writeBody',
    ],
    [has('header'), 'writeHeaders'],
    [key !== undefined, 'writeKey', key && keyCode(graph, key)],
  ];
  const needed = writers.filter(([isNeeded]) => isNeeded);
  const codes = needed.map(([, name, argument]) =>
    argument === undefined ? runtime(name) : pureCall(name, argument),
  );
  return codes.length === 0 ? undefined : list(codes);
}

function serverWriter(url: string): [name: string, argument: Code] {
  return isAbsolute(url) ? ['onServer', quote(url.replace(/\/+$/, ''))] : ['onRelativeServer', quote(url)];
}

function keyCode(graph: SchemaGraph, { name, schema }: Parameter): Code {
  if (!schema || findFormat(graph.node(schema)) !== 'uuid') return quote(name);
  return [quote(name), ', ', runtime('asUuid')];
}

function parametersCode(graph: SchemaGraph, { parameters }: Operation): Code | undefined {
  const styled = parameters.filter((parameter) => !isDefault(graph, parameter));
  if (styled.length === 0) return undefined;
  return list(
    styled.map(({ location, name, style, explode, content, allowReserved }) => {
      const options = object([
        ['style', style === DEFAULT_STYLES[location] ? undefined : quote(style)],
        ['explode', explode ? 'true' : undefined],
        ['json', content.some((media) => isJson(media.name)) ? 'true' : undefined],
        ['allowReserved', location === 'query' && allowReserved ? 'true' : undefined],
      ]);
      return pureCall('styled', quote(location), quote(name), options);
    }),
  );
}

// Parameters without a style of their own are single values, or outside a path lists of them, whose names need no encoding.
function isDefault(graph: SchemaGraph, parameter: Parameter): boolean {
  const { location, name, style, explode, schema, allowReserved } = parameter;
  const isExploded = location === 'query' || location === 'cookie';
  const isPlainName = location === 'header' || location === 'path' || /^[\w~-][\w.~-]*$/.test(name);
  const hasDefaults = style === DEFAULT_STYLES[location] && explode === isExploded;
  if (schema === undefined || (location === 'query' && allowReserved)) return false;
  return isPlainName && hasDefaults && isSimple(graph.node(schema), location !== 'path');
}

// A service that rejects a request with one of these statuses has not applied it, so even a POST may be sent again.
function retryCode({ method, responses }: Operation, hasKey: boolean): Code | undefined {
  if (hasKey || IDEMPOTENT.includes(method)) return runtime('isTransient');
  const statuses = ['429', '503'].filter((status) =>
    responses.some((response) => response.status === status),
  );
  return statuses.length === 0 ? undefined : pureCall('isRefused', statuses.join(', '));
}
