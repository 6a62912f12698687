// Writes responses: the media type, the body and the documented headers.
import type {
  Response as Documented,
  Header,
  JsonValue,
  MediaType,
  Operation,
  Stream,
} from '@keyframe/openapi-model';
import { isJson, writeBodyItems } from '@keyframe/openapi-runtime/wire';
import { listExamples } from '../document/examples.ts';
import type { Engine } from '../engine.ts';
import type { HeaderTexts, MockReply } from '../exchange.ts';
import { makeId } from '../state/make-id.ts';
import { chooseMedia, findResponse } from './responses.ts';

/** A response to write. */
export interface WrittenResponse {
  operation: Operation;
  method: string;
  status: number;
  accept: string | undefined;
  /** Undefined: the documented body. */
  body: JsonValue | undefined;
  /** The name of an example. */
  example?: string | undefined;
  headers: HeaderTexts;
  variant: number;
}

const REQUEST_IDS = /^(?:x-)?(?:request|correlation|trace)-?id$/i;
const WITHOUT_BODY = [204, 205, 304];

/** Writes a response as its operation documents it. */
export function writeResponse(engine: Engine, written: WrittenResponse): MockReply {
  const { operation, method, status, accept, example, variant } = written;
  const documented = findResponse(operation, status);
  const described = documented ? describeHeaders(engine, documented, written) : [];
  const headers = { ...Object.fromEntries(described), ...written.headers };
  const media = documented && chooseMedia(documented, accept);
  if (WITHOUT_BODY.includes(status) || !media) return { status, headers };
  if (media.stream) return writeStream(engine, media.stream, { media, written, headers });
  const fitting = written.body !== undefined && isJson(media.name) ? written.body : undefined;
  const body = fitting ?? engine.bodies.find(media, { example, variant });
  const type = media.name.includes('*') ? 'application/octet-stream' : media.name;
  const typed = { ...headers, 'content-type': type };
  return { status, headers: typed, body: method === 'HEAD' ? undefined : encodeBody(body, type) };
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
  const items = Array.from({ length: ITEMS }, (_, index) => engine.values.find(directed, variant + index));
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

// Only headers that are always there: optional ones report what a mock does not know, such as remaining requests.
function describeHeaders(
  engine: Engine,
  { headers }: Documented,
  { status, variant, headers: own }: WrittenResponse,
): [string, string][] {
  return headers.flatMap((header): [string, string][] => {
    const name = header.name.toLowerCase();
    const isNeeded = header.required || (name === 'retry-after' && (status === 429 || status === 503));
    if (!isNeeded || name === 'content-type' || Object.hasOwn(own, name)) return [];
    const value = findHeaderValue(engine, header, variant);
    return value === undefined ? [] : [[name, value]];
  });
}

function findHeaderValue(
  engine: Engine,
  { name, pointer, schema, content }: Header,
  variant: number,
): string | undefined {
  const shown = listExamples(engine.model, pointer)[0]?.value;
  const located = schema ?? content[0]?.schema;
  const directed = located && { schema: located, direction: 'response' as const };
  const found = shown ?? (directed && engine.values.find(directed, variant));
  const value = REQUEST_IDS.test(name)
    ? makeId({
        example: found,
        number: engine.countResponse(),
        accepts: (id) => !directed || engine.schemas.accepts(directed, id),
        generated: undefined,
      })
    : found;
  if (value === undefined || value === null) return undefined;
  const text = Array.isArray(value)
    ? value.join(',')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
  // Fields are Latin-1 at most, and have no line breaks.
  return /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(text) ? text : encodeURIComponent(text);
}
