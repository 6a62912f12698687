// A webhook in the shapes that frameworks hand it on: what was posted, and nothing that was made of it.

import type { Bytes } from '../client/operation-types.ts';
import type { WebhookErrors } from './webhook-error.ts';

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
 * @throws `errors.Configuration` when it was parsed or read before, `errors.Webhook` when it is larger than 1 MB
 */
export async function bytesOf(received: ReceivedWebhook, errors: WebhookErrors): Promise<Uint8Array> {
  const body = received.rawBody ?? received.body;
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  // Of a Request that came without one.
  if (body === null) return new Uint8Array();
  // The body of a Request is a stream, and an IncomingMessage is one itself.
  const stream = Object(body ?? received);
  if (received.bodyUsed || received.readableDidRead || !(Symbol.asyncIterator in stream)) {
    throw new errors.Configuration('The body was parsed or read before: expected it as received.');
  }
  let bytes = new Uint8Array();
  for await (const chunk of stream) {
    bytes = concat(bytes, chunk);
    if (bytes.length > MAX_BODY_BYTES) throw new errors.Webhook('The body is larger than 1 MB.');
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
 * @throws `errors.Webhook` when it is missing
 */
export function requireHeader(headers: ReceivedHeaders, wanted: string, errors: WebhookErrors): string {
  const entries: Iterable<[string, unknown]> =
    typeof headers.entries === 'function' ? headers.entries() : Object.entries(headers);
  for (const [name, value] of entries) {
    const text = [value].flat().join(' ');
    if (text && name.toLowerCase() === wanted) return text;
  }
  throw new errors.Webhook(`The request lacks ${wanted}.`);
}
