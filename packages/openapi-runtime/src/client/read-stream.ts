// Streams of items as async iterables: an item is read when the loop requests it, so a slow reader slows the server down.
import type { EventData } from '../streams/event-data.ts';
import type { EventSourceState } from '../streams/parse-events.ts';
import { readEvents, readLines, readSequence } from '../streams/read-items.ts';
import { readBoundary, readParts } from '../streams/read-parts.ts';
import type { Deadline } from './deadline.ts';
import { interrupted, type Reading, type ResponseReader, type StreamReader } from './reading.ts';
import { isStream } from './request-fault.ts';

const RECONNECTION_MS = 3000;

/**
 * Reads server-sent events, and reconnects as HTML, section 9.2.3, describes: after `retry`, with `Last-Event-ID`, until
 * the server answers 204. Only a request that is safe to repeat is; a stream that ends without an `id` or `retry` is
 * complete.
 */
export const eventStream = (eventData?: EventData): StreamReader =>
  async function* read(response, reading) {
    const state: EventSourceState = { lastEventId: '', retryMs: undefined };
    let connection: Connection | undefined = { body: response.body, deadline: reading.deadline };
    while (connection?.body) {
      const { parse } = reading;
      const events = readEvents(iterateBody(connection.body), state, eventData && { ...eventData, parse });
      const isBroken: boolean = yield* readConnection(events, reading, connection.deadline);
      const { lastEventId, retryMs } = state;
      const isResumable: boolean = isBroken || lastEventId !== '' || retryMs !== undefined;
      const headers = lastEventId === '' ? {} : { 'last-event-id': lastEventId };
      connection = isResumable ? await reconnect(reading, headers, retryMs ?? RECONNECTION_MS) : undefined;
    }
  };

/** The body of one response of a stream, and the deadline of its request. */
interface Connection {
  body: Response['body'];
  deadline: Deadline;
}

function canReconnect({ repeat, target: { method } }: Reading): boolean {
  return repeat !== undefined && repeat.retries > 0 && (method === 'GET' || method === 'QUERY');
}

/** Requests the stream again after a pause; undefined if the server has no more, or if repeating the request is not safe. */
async function reconnect(
  reading: Reading,
  headers: Readonly<Record<string, string>>,
  delayMs: number,
): Promise<Connection | undefined> {
  const { repeat, definition } = reading;
  if (!repeat || !definition.read || !canReconnect(reading)) return undefined;
  const { read: readOwn } = definition;
  let { deadline } = reading;
  const read: ResponseReader = async (response, attempt) => {
    const { status, ok } = response;
    deadline = attempt.deadline;
    // No Content ends the stream for good.
    return status === 204
      ? { ok, status, contentType: undefined, data: null, response }
      : readOwn(response, attempt);
  };
  await repeat.sleep(delayMs);
  const { data } = await repeat.send(headers, read);
  if (isStream(data)) return { body: data, deadline };
  deadline.end();
  return undefined;
}

/** Passes events on; returns whether the connection broke, if another one may follow. */
async function* readConnection<TEvent>(
  events: AsyncIterable<TEvent>,
  reading: Reading,
  deadline: Deadline,
): AsyncGenerator<TEvent, boolean> {
  const { signal } = deadline;
  try {
    yield* events;
    return false;
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    if (cause instanceof SyntaxError || !canReconnect(reading)) throw interrupted(reading, cause);
    return true;
  } finally {
    deadline.end();
  }
}

type Parse = (text: string) => unknown;

const readWith = (
  read: (chunks: AsyncIterable<Uint8Array>, parse: Parse, response: Response) => AsyncIterable<unknown>,
): StreamReader =>
  async function* readItems(response, reading) {
    if (response.body === null) return;
    try {
      yield* read(iterateBody(response.body), reading.parse, response);
    } catch (cause) {
      if (reading.deadline.signal.aborted) throw reading.deadline.signal.reason;
      throw interrupted(reading, cause);
    } finally {
      reading.deadline.end();
    }
  };

/** Reads JSON lines. */
export const jsonLines: StreamReader = /* @__PURE__ */ readWith(readLines);

/** Reads a JSON text sequence (RFC 7464). */
export const jsonSequence: StreamReader = /* @__PURE__ */ readWith(readSequence);

/** Reads the parts of a multipart body. */
export const multipartStream: StreamReader = /* @__PURE__ */ readWith((chunks, _, response) =>
  readParts(chunks, readBoundary(response.headers.get('content-type') ?? '')),
);

// Not the stream's own iterator, which Safari lacks. Leaving the loop cancels the body.
async function* iterateBody(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}
