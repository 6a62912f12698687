// The writers of a request body, one for each media type.

import { type Code, object, quote } from '@keyframe/openapi-codegen';
import type { Encoding, Header, MediaType, RequestBody } from '@keyframe/openapi-model';
import { getEssence, isJson } from '@keyframe/openapi-runtime/media-type';
import type { SchemaGraph } from '@keyframe/openapi-schema';
import { findDefault, listConstants } from '@keyframe/openapi-schema/facts';
import type { Int64Option } from './date-formats.ts';
import { pureCall, runtime } from './runtime-names.ts';

/** Reports whether a body is JSON only, which needs no writer of its own. */
export function isJsonBody({ content }: RequestBody): boolean {
  const [first, ...others] = content;
  return first !== undefined && others.length === 0 && getEssence(first.name) === 'application/json';
}

interface BodyOptions {
  graph: SchemaGraph;
  /** The type of large integers, if the body may contain one. */
  int64: Int64Option | undefined;
}

/** Writes the writers of a body by media type; undefined if JSON needs none. */
export function bodyCode(body: RequestBody, options: BodyOptions): Code | undefined {
  const { content } = body;
  if (content.length === 0 || (isJsonBody(body) && !options.int64)) return undefined;
  return object(content.map((media) => [media.name, writerCode(media, options)]));
}

function writerCode({ name, encoding }: MediaType, { graph, int64 }: BodyOptions): Code {
  if (isJson(name)) return int64 ? runtime('writeDigits') : 'undefined';
  const essence = getEssence(name);
  const isMultipart = essence === 'multipart/form-data';
  if (!isMultipart && essence !== 'application/x-www-form-urlencoded') {
    return runtime(name.includes('*') ? 'rawOrJson' : 'raw');
  }
  const fields = encoding
    .map((field) => [field.name, isMultipart ? partCode(graph, field) : fieldCode(field)] as const)
    .filter(([, code]) => code !== undefined);
  const writer = isMultipart ? 'multipart' : 'urlEncoded';
  return pureCall(writer, fields.length === 0 ? '' : object(fields));
}

function partCode(graph: SchemaGraph, encoding: Encoding): Code | undefined {
  const { headers, style, explode, allowReserved } = encoding;
  // Any of the three makes the media type of the part one to ignore (OpenAPI 3.1, Encoding Object).
  const isStyled = (style ?? explode ?? allowReserved) !== undefined;
  const contentType = isStyled ? undefined : encoding.contentType;
  const fixed = headers
    .map((header) => ({ ...header, value: findOnlyValue(graph, header) }))
    .filter((header) => header.value !== undefined)
    .map(({ name, value = '' }) => [name, quote(value)] as const);
  if (!isStyled && contentType === undefined && fixed.length === 0) return undefined;
  return object([
    ['contentType', contentType === undefined ? undefined : quote(contentType)],
    ['style', isStyled ? quote(style ?? 'form') : undefined],
    ['explode', isStyled && isExploded(encoding) ? 'true' : undefined],
    ['headers', fixed.length === 0 ? undefined : object(fixed)],
  ]);
}

// A part has no parameters, so that only headers whose value the document decides can be sent.
function findOnlyValue(graph: SchemaGraph, { schema }: Header): string | undefined {
  if (schema === undefined) return undefined;
  const node = graph.node(schema);
  const constants = listConstants(node);
  const value = constants?.length === 1 ? constants[0] : findDefault(node);
  const isText = ['string', 'number', 'boolean'].includes(typeof value);
  return isText && /^[\t\x20-\x7e]*$/.test(String(value)) ? String(value) : undefined;
}

function isExploded({ style, explode }: Encoding): boolean {
  return explode ?? (style === undefined || style === 'form');
}

function fieldCode(encoding: Encoding): Code | undefined {
  const { contentType, style, explode, allowReserved } = encoding;
  const type = contentType !== undefined && /^[^,*]+$/.test(contentType) ? contentType : undefined;
  if (type === undefined && style === undefined && explode === undefined && !allowReserved) return undefined;
  return object([
    ['contentType', type === undefined ? undefined : quote(type)],
    ['style', style === undefined ? undefined : quote(style)],
    ['explode', isExploded(encoding) ? 'true' : undefined],
    ['json', style === undefined && type !== undefined && isJson(type) ? 'true' : undefined],
    ['allowReserved', allowReserved ? 'true' : undefined],
  ]);
}
