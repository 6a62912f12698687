// Bodies that are streams of items: how they are marked in a route, checked item by item, and written.
import * as z from 'zod';
import type { EventData } from '../streams/event-data.ts';
import { writeElement, writeEvent, writeLine, writePart } from '../streams/write-items.ts';
import { ResponseViolationError } from './response-violation-error.ts';

interface StreamDetails {
  item: z.ZodType;
  write: (item: unknown, boundary: string) => string;
  end: (boundary: string) => string;
  isMultipart: boolean;
  /** Text that readers ignore and that keeps a silent connection open. */
  comment: string | undefined;
}

// HTML, section 9.2.7, recommends a comment about every 15 seconds.
const COMMENT_MS = 15_000;

const DETAILS = new WeakMap<z.ZodType, StreamDetails>();

/** Items in the order in which they are sent. */
export type Items<TItem> = AsyncIterable<TItem> | Iterable<TItem>;

function createSchema<TItem>(
  item: z.ZodType<TItem>,
  write: StreamDetails['write'],
  { isMultipart = false, comment }: { isMultipart?: boolean; comment?: string } = {},
): z.ZodType<Items<TItem>> {
  const schema = z.custom<Items<TItem>>();
  const end = (boundary: string) => (isMultipart ? `\r\n--${boundary}--\r\n` : '');
  DETAILS.set(schema, { item, write, end, isMultipart, comment });
  return schema;
}

/** Marks a stream of server-sent events. */
export function eventStream<TItem>(item: z.ZodType<TItem>, eventData?: EventData): z.ZodType<Items<TItem>> {
  return createSchema(item, (event) => writeEvent(event as object, eventData), { comment: ':\n\n' });
}

/** Marks a stream of JSON lines. */
export function jsonLines<TItem>(item: z.ZodType<TItem>): z.ZodType<Items<TItem>> {
  return createSchema(item, writeLine);
}

/** Marks a JSON text sequence (RFC 7464). */
export function jsonSequence<TItem>(item: z.ZodType<TItem>): z.ZodType<Items<TItem>> {
  return createSchema(item, writeElement);
}

/** Marks a multipart body whose parts are items. */
export function multipartStream<TItem>(item: z.ZodType<TItem>): z.ZodType<Items<TItem>> {
  return createSchema(item, writePart, { isMultipart: true });
}

/** Checks whether a schema is that of a stream, which is not read as a whole. */
export function isStreamSchema(schema: unknown): boolean {
  return DETAILS.has(schema as z.ZodType);
}

interface StreamedReply {
  method: string;
  operationId: string;
  status: number;
  mediaType: string;
  body: unknown;
}

/**
 * Writes a body of items; undefined if the schema or the body is not one of a stream. An item is taken when the client
 * has room for it, and checked before it is sent: one that violates the schema breaks the stream off. An event stream
 * that is silent gets comments. The source is closed when the client leaves, and at once for HEAD.
 */
export function writeStream(
  schema: unknown,
  { method, operationId, status, mediaType, body }: StreamedReply,
): { body: ReadableStream<Uint8Array> | null; mediaType: string } | undefined {
  const details = DETAILS.get(schema as z.ZodType);
  if (!details || !isIterable(body)) return undefined;
  const boundary = `part-${crypto.randomUUID()}`;
  const type = details.isMultipart ? `${mediaType}; boundary=${boundary}` : mediaType;
  const items = openIterator(body);
  if (method === 'HEAD') {
    void closeQuietly(items);
    return { body: null, mediaType: type };
  }
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<unknown>> | undefined;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        next ??= Promise.resolve(items.next());
        const result = details.comment === undefined ? await next : await raceSilence(next);
        if (result === SILENT) {
          controller.enqueue(encoder.encode(details.comment));
          return;
        }
        next = undefined;
        const { done, value } = result;
        if (done) {
          controller.enqueue(encoder.encode(details.end(boundary)));
          controller.close();
          return;
        }
        const { success, error } = details.item.safeParse(value);
        if (success) {
          controller.enqueue(encoder.encode(details.write(value, boundary)));
          return;
        }
        void closeQuietly(items);
        throw createViolation(operationId, status, error);
      },
      cancel: async () => {
        await items.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  return { body: stream, mediaType: type };
}

/** Closes a source that nothing is read from any more; an error of it concerns no reply, and would end the process. */
async function closeQuietly(items: AsyncIterator<unknown> | Iterator<unknown>): Promise<void> {
  try {
    await items.return?.();
  } catch {}
}

const SILENT = Symbol('silent');

/** Waits for the next item, at most until a comment is due. */
function raceSilence(
  next: Promise<IteratorResult<unknown>>,
): Promise<IteratorResult<unknown> | typeof SILENT> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(SILENT), COMMENT_MS);
    next.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function createViolation(
  operationId: string,
  status: number,
  { issues }: z.ZodError,
): ResponseViolationError {
  const found = issues.map(({ path, message }) => ({ where: 'body' as const, path, message }));
  return new ResponseViolationError(operationId, status, found);
}

function isIterable(body: unknown): body is Items<unknown> {
  if (typeof body !== 'object' || body === null || body instanceof ReadableStream) return false;
  const isBytes = ArrayBuffer.isView(body) || body instanceof ArrayBuffer || body instanceof Blob;
  return !isBytes && (Symbol.asyncIterator in body || Symbol.iterator in body);
}

// Not a generator around them, whose `return` would wait for the item that is due.
function openIterator(items: Items<unknown>): AsyncIterator<unknown> | Iterator<unknown> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
}
