// A webhook in the shapes that frameworks hand it on: what was posted, and nothing that was made of it.

import { ConfigurationError } from '../client/errors.ts';
import type { Bytes } from '../client/operation-types.ts';
import { WebhookError } from './webhook-error.ts';

/** Headers of any class, or an object; names in any case, values perhaps in arrays. */
export type ReceivedHeaders =
  | { entries(): Iterable<[string, string]> }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * A webhook as it arrived: a Request, Node's IncomingMessage or Express's request, also with the `body` or `rawBody`
 * that middleware read as bytes or text, or just `{ body, headers }`. A body that was parsed no longer verifies.
 */
export interface ReceivedWebhook {
  headers: ReceivedHeaders;
  body?: unknown;
  /** As some hosts of functions keep it beside the parsed one. */
  rawBody?: unknown;
  /** Of a Request. */
  bodyUsed?: boolean;
  /** Of an IncomingMessage. */
  readableDidRead?: boolean;
}

const MAX_BODY_BYTES = 1_000_000;

/**
 * Gives the body's bytes.
 * @throws {ConfigurationError} when it was parsed or read before
 * @throws {WebhookError} when it is larger than 1 MB
 */
export async function bytesOf(received: ReceivedWebhook): Promise<Uint8Array> {
  const body = received.rawBody ?? received.body;
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  // Of a Request that came without one.
  if (body === null) return new Uint8Array();
  // The body of a Request is a stream, and an IncomingMessage is one itself.
  const stream = body ?? received;
  const isRead = received.bodyUsed || received.readableDidRead;
  if (!isRead && Symbol.asyncIterator in Object(stream)) return readAll(stream as AsyncIterable<Uint8Array>);
  throw new ConfigurationError(
    'The body was parsed or read before it was verified: expected its bytes or its text, exactly as received.',
  );
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  let bytes = new Uint8Array();
  for await (const chunk of stream) {
    bytes = concat(bytes, chunk);
    if (bytes.length > MAX_BODY_BYTES) throw new WebhookError('The body is larger than 1 MB.');
  }
  return bytes;
}

/** Joins two arrays of bytes. */
export function concat(head: Uint8Array, tail: Uint8Array): Bytes {
  const joined = new Uint8Array(head.length + tail.length);
  joined.set(head);
  joined.set(tail, head.length);
  return joined;
}

/**
 * Gives a header. Looks at the names one by one, since only some classes of headers find them in any case.
 * @throws {WebhookError} when it is missing
 */
export function requireHeader(headers: ReceivedHeaders, wanted: string): string {
  const entries: Iterable<[string, unknown]> =
    typeof headers.entries === 'function' ? headers.entries() : Object.entries(headers);
  for (const [name, value] of entries) {
    if (name.toLowerCase() === wanted && value?.toString()) return [value].flat().join(' ');
  }
  throw new WebhookError(`The webhook lacks ${wanted}.`);
}
