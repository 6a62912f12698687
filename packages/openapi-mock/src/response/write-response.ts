// Writes responses: the media type, the body and the documented headers.
import {
  findResponse,
  isJsonObject,
  type JsonValue,
  type MediaType,
  type Operation,
  type Stream,
} from '@keyframe/openapi-model';
import { readBody } from '@keyframe/openapi-resources';
import { isJson, writeBodyItems } from '@keyframe/openapi-runtime/wire';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { isXml } from '../document/xml-form.ts';
import type { Engine } from '../engine.ts';
import type { HeaderTexts, MockReply } from '../exchange.ts';
import { chooseDefaultMedia, chooseMedia } from './choose-media.ts';
import { writeXml } from './write-xml.ts';

/** A response to write. */
export interface WrittenResponse {
  operation: Operation;
  method: string;
  status: number;
  accept: string | undefined;
  /** Undefined: the documented body. */
  body: JsonValue | undefined;
  items?: readonly JsonValue[] | undefined;
  /** The name of an example. */
  example?: string | undefined;
  headers: HeaderTexts;
  variant: number;
}

const WITHOUT_BODY = [204, 205, 304];

/** Writes a response as its operation documents it. */
export function writeResponse(engine: Engine, written: WrittenResponse): MockReply {
  const { operation, method, status, accept, example, variant } = written;
  const documented = findResponse(operation, status);
  const headers = {
    ...(documented && engine.headers.find(documented, { operation, status, variant })),
    ...written.headers,
  };
  // Without a documented rejection, `Accept` is disregarded where nothing fits (RFC 9110, section 15.5.7).
  const choice = documented && (chooseMedia(documented, accept) ?? chooseDefaultMedia(documented));
  if (WITHOUT_BODY.includes(status)) return { status, headers };
  // An annotation may describe members of a response whose content the document omits.
  if (!choice && isJsonObject(written.body))
    return {
      status,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(written.body),
    };
  if (!choice)
    return { status, headers: { ...headers, ...(method === 'HEAD' && { 'content-length': '0' }) } };
  const { media, type } = choice;
  if (media.stream) return writeStream(engine, media.stream, { media, written, headers });
  const body = chooseBody(engine, media, written) ?? engine.bodies.find(media, { example, variant });
  const typed = { ...headers, 'content-type': type };
  const text = encodeBody(body, type, readBody(engine.schemas, media));
  if (method !== 'HEAD') return { status, headers: typed, body: text };
  return { status, headers: { ...typed, 'content-length': String(new TextEncoder().encode(text).length) } };
}

// The body of the state, in the media type that it was made for, or in one that accepts it.
function chooseBody(
  { bodies }: Engine,
  media: MediaType,
  { operation, status, body }: WrittenResponse,
): JsonValue | undefined {
  if (body === undefined) return undefined;
  const source = findResponse(operation, status)?.content.find(({ name }) => isJson(name));
  if (media === source) return body;
  return (isJson(media.name) || isXml(media.name)) && bodies.getAcceptor(media)(body) ? body : undefined;
}

// The number of items after which a stream ends.
const ITEMS = 3;

function writeStream(
  engine: Engine,
  stream: Stream,
  { media, written, headers }: { media: MediaType; written: WrittenResponse; headers: HeaderTexts },
): MockReply {
  const { status, method, variant } = written;
  const directed = { schema: stream.item, direction: 'response' as const };
  const items =
    written.items ??
    Array.from({ length: ITEMS }, (_, index) => engine.values.find(directed, variant + index));
  const { mediaType, text } = writeBodyItems(
    items.filter((item) => item !== undefined),
    media.name,
    stream,
  );
  const typed = { ...headers, 'content-type': mediaType };
  return { status, headers: typed, body: method === 'HEAD' ? undefined : text };
}

function encodeBody(body: JsonValue | undefined, type: string, schema: SchemaNode | undefined): string {
  if (isJson(type)) return JSON.stringify(body ?? null);
  if (body === undefined) return '';
  const isMarkup = typeof body === 'string' && body.trimStart().startsWith('<');
  if (isXml(type) && !isMarkup) return writeXml(body, schema);
  return typeof body === 'string' ? body : JSON.stringify(body);
}
