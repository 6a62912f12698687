// Writes responses: the media type, the body and the documented headers.
import {
  findResponse,
  type JsonValue,
  type MediaType,
  type Operation,
  type Stream,
} from '@keyframe/openapi-model';
import { isJson, writeBodyItems } from '@keyframe/openapi-runtime/wire';
import type { Engine } from '../engine.ts';
import type { HeaderTexts, MockReply } from '../exchange.ts';
import { chooseMedia } from './responses.ts';

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
    ...(documented && engine.headers.find(documented, { status, variant })),
    ...written.headers,
  };
  const media = documented && chooseMedia(documented, accept);
  if (WITHOUT_BODY.includes(status)) return { status, headers };
  if (!media) return { status, headers: { ...headers, ...(method === 'HEAD' && { 'content-length': '0' }) } };
  if (media.stream) return writeStream(engine, media.stream, { media, written, headers });
  const fitting = written.body !== undefined && isJson(media.name) ? written.body : undefined;
  const body = fitting ?? engine.bodies.find(media, { example, variant });
  const type = chooseType(media.name);
  const typed = { ...headers, 'content-type': type };
  const text = encodeBody(body, type);
  if (method !== 'HEAD') return { status, headers: typed, body: text };
  return { status, headers: { ...typed, 'content-length': String(new TextEncoder().encode(text).length) } };
}

/** A subtype of each range, since a response has one type. */
const SUBTYPES = new Map([
  ['audio', 'mpeg'],
  ['image', 'png'],
  ['text', 'plain'],
  ['video', 'mp4'],
]);

function chooseType(name: string): string {
  if (!name.includes('*')) return name;
  const [range = ''] = name.split('/');
  const subtype = SUBTYPES.get(range);
  return subtype ? `${range}/${subtype}` : 'application/octet-stream';
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

function encodeBody(body: JsonValue | undefined, type: string): string {
  if (isJson(type)) return JSON.stringify(body ?? null);
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}
