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
  /** Raw body that some function hosts keep next to the parsed one. */
  rawBody?: unknown;
  /** Property of a Request. */
  bodyUsed?: boolean;
  /** Property of an IncomingMessage. */
  readableDidRead?: boolean;
}

const MAX_BODY_BYTES = 1_000_000;

/**
 * Gives the body as it was received.
 * @throws `errors.Configuration` when it was parsed or read before, `errors.Webhook` when it is larger than 1 MB
 */
export async function readBody(received: ReceivedWebhook, errors: WebhookErrors): Promise<Blob> {
  const body = received.rawBody ?? received.body;
  if (typeof body === 'string' || ArrayBuffer.isView(body)) return new Blob([body as string | Bytes]);
  // The body of a Request without one is null.
  if (body === null) return new Blob([]);
  // The body of a Request is a stream, and an IncomingMessage is one itself.
  const stream = Object(body ?? received);
  if (received.bodyUsed || received.readableDidRead || !(Symbol.asyncIterator in stream)) {
    throw new errors.Configuration(
      'The body was parsed or read before it was verified: pass its bytes or text as received.',
    );
  }
  const chunks: Bytes[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw new errors.Webhook('The body is larger than 1 MB.');
    chunks.push(chunk);
  }
  return new Blob(chunks);
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
  throw new errors.Webhook(`The request lacks the header ${wanted}.`);
}
