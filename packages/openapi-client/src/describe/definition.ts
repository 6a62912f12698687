// What the runtime is told about one operation.
import {
  type Encoding,
  type MediaType,
  type OpenApiModel,
  type Operation,
  type Parameter,
  type RequestBody,
  valueAt,
} from '@keyframe/openapi-model';
import { type Code, list, object, quote } from '@keyframe/openapi-model/generator';
import { alternativesCode, defaultSecurity } from '../emit/emit-client.ts';
import { essenceOf, isJsonType } from './media-types.ts';
import { isSimple } from './schemas.ts';
import { defaultUrl, serversIn } from './servers.ts';

/** The code of a definition, and the functions of the runtime that it calls. */
export interface DefinitionCode {
  code: Code;
  calls: ReadonlySet<string>;
  idempotencyKey: string | undefined;
}

const IDEMPOTENT = ['get', 'head', 'put', 'delete', 'options', 'trace'];

/** Describes an operation for the runtime. */
export function definitionOf(model: OpenApiModel, operation: Operation, id: string): DefinitionCode {
  const calls = new Set<string>();
  const idempotencyKey = operation.parameters.find(
    ({ location, name }) => location === 'header' && /^(?:x-)?idempotency-key$/i.test(name),
  )?.name;
  const code = object([
    ['id', quote(id)],
    ['method', quote(operation.method.toUpperCase())],
    ['path', quote(operation.path)],
    ['responses', responsesCode(operation)],
    ['parameters', parametersCode(model, operation, calls)],
    ['body', operation.requestBody && bodyCode(operation.requestBody, calls)],
    ['security', securityCode(model, operation)],
    ['idempotencyKey', idempotencyKey === undefined ? undefined : quote(idempotencyKey)],
    ['retry', idempotencyKey === undefined ? retryCode(operation) : undefined],
    ['server', serverCode(model, operation)],
  ]);
  return { code, calls, idempotencyKey };
}

function responsesCode({ responses }: Operation): Code {
  return object(
    responses.map(({ status, content }) => {
      const [only = '', ...others] = content.map(({ name }) => name);
      const key = /^\d+$/.test(status) ? Number(status) : status.replace('xx', 'XX');
      return [key, others.length === 0 ? quote(only) : list([only, ...others].map(quote))];
    }),
  );
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
    styled.map(({ location, name, style, explode, content }) => {
      const options = object([
        ['style', style === DEFAULT_STYLES[location] ? undefined : quote(style)],
        ['explode', explode ? 'true' : undefined],
        ['json', content.some((media) => isJsonType(media.name)) ? 'true' : undefined],
      ]);
      return ['/* @__PURE__ */ styled(', quote(location), ', ', quote(name), ', ', options, ')'];
    }),
  );
}

const DEFAULT_STYLES = { path: 'simple', header: 'simple', query: 'form', cookie: 'form' };

// What openapi-fetch writes by itself: single values and lists of them, under names that need no encoding.
function isDefault(model: OpenApiModel, { location, name, style, explode, schema }: Parameter): boolean {
  const isExploded = location === 'query' || location === 'cookie';
  const isPlainName = location === 'header' || /^[\w~-][\w.~-]*$/.test(name);
  const hasDefaults = style === DEFAULT_STYLES[location] && explode === isExploded;
  return schema !== undefined && isPlainName && hasDefaults && isSimple(model, schema);
}

function bodyCode({ content }: RequestBody, calls: Set<string>): Code | undefined {
  const [first, ...others] = content;
  if (!first || (others.length === 0 && essenceOf(first.name) === 'application/json')) return undefined;
  return object(content.map((media) => [media.name, writerCode(media, calls)]));
}

function writerCode({ name, encoding }: MediaType, calls: Set<string>): Code {
  if (isJsonType(name)) return 'undefined';
  const essence = essenceOf(name);
  const isMultipart = essence === 'multipart/form-data';
  if (!isMultipart && essence !== 'application/x-www-form-urlencoded') {
    calls.add('raw');
    return 'raw';
  }
  const writer = isMultipart ? 'multipart' : 'urlEncoded';
  calls.add(writer);
  const fields = encoding.flatMap((field) => {
    const code = fieldCode(field);
    return code === undefined ? [] : [[field.name, code] as const];
  });
  return [`/* @__PURE__ */ ${writer}(`, fields.length === 0 ? '' : object(fields), ')'];
}

function fieldCode({ contentType, style, explode }: Encoding): Code | undefined {
  const type = contentType !== undefined && /^[^,*]+$/.test(contentType) ? contentType : undefined;
  if (type === undefined && style === undefined && explode === undefined) return undefined;
  const isExploded = explode ?? (style === undefined || style === 'form');
  return object([
    ['contentType', type === undefined ? undefined : quote(type)],
    ['style', style === undefined ? undefined : quote(style)],
    ['explode', isExploded ? 'true' : undefined],
    ['json', style === undefined && type !== undefined && isJsonType(type) ? 'true' : undefined],
  ]);
}

function securityCode(model: OpenApiModel, { security }: Operation): Code | undefined {
  const isDefaultOne = JSON.stringify(security) === JSON.stringify(defaultSecurity(model));
  return isDefaultOne ? undefined : alternativesCode(security);
}

// Whoever refuses a request by these has not done its work, so that even a POST may be sent again.
function retryCode({ method, responses }: Operation): Code | undefined {
  const statuses = ['429', '503'].filter((status) =>
    responses.some((response) => response.status === status),
  );
  return IDEMPOTENT.includes(method) || statuses.length === 0 ? undefined : list(statuses);
}

function serverCode({ document }: OpenApiModel, { pointer }: Operation): Code | undefined {
  const [server] = [
    ...serversIn(valueAt(document, pointer)),
    ...serversIn(valueAt(document, pointer.slice(0, pointer.lastIndexOf('/')))),
  ];
  return server && quote(defaultUrl(server).replace(/\/+$/, ''));
}
