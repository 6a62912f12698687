// The receiving side of callbacks. An entry of its own: a receiver need not load what calls the service.
import type { components } from '@keyframe/contract';
import { CallbackError } from './callback-error.ts';
import { decodeBase64, importSignatureKey } from './signature-key.ts';

export { CallbackError } from './callback-error.ts';

type Schemas = components['schemas'];

/** What a callback says: how a task ended. Two with the same `id` are the same event (EVT-6). */
export type CallbackEvent = Schemas['TaskCompletedEvent'] | Schemas['TaskFailedEvent'];

/** A callback as it arrived, and what to trust. */
export interface UnwrapCallbackOptions {
  /** The body's bytes, or their text, exactly as received: what was parsed and written again no longer verifies. */
  body: string | Uint8Array;
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…` or `whpk_…`; several while a rotation overlaps. */
  secrets: readonly string[];
  /** How far the timestamp may be from now; 300 seconds by default. */
  toleranceSeconds?: number;
  /** Milliseconds since 1970; for tests. */
  now?: () => number;
}

const DEFAULT_TOLERANCE_SECONDS = 300;

/**
 * Verifies a callback by Standard Webhooks and gives what it says.
 * @throws {CallbackError} when no signature fits, the time is too far away, or the body is no callback
 */
export async function unwrapCallback(options: UnwrapCallbackOptions): Promise<CallbackEvent> {
  const body = typeof options.body === 'string' ? new TextEncoder().encode(options.body) : options.body;
  const [id, timestamp, signatures] = (['id', 'timestamp', 'signature'] as const).map((name) =>
    headerOf(options.headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) {
    throw new CallbackError('The callback lacks webhook-id, webhook-timestamp or webhook-signature.');
  }
  requireRecent(timestamp, options);
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(head.byteLength + body.byteLength);
  content.set(head);
  content.set(body, head.byteLength);
  if (!(await isSigned(content, signatures, options.secrets))) {
    throw new CallbackError('No signature of the callback fits.');
  }
  return parseEvent(body);
}

function headerOf(headers: UnwrapCallbackOptions['headers'], name: string): string | undefined {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return typeof value === 'string' ? value : undefined;
}

function requireRecent(timestamp: string, options: UnwrapCallbackOptions): void {
  const { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now } = options;
  const apart = Math.abs(now() / 1000 - Number(timestamp));
  if (/^\d+$/.test(timestamp) && apart <= toleranceSeconds) return;
  throw new CallbackError(`The callback's timestamp is more than ${toleranceSeconds} seconds from now.`);
}

async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  const keys = await Promise.all(secrets.map(importSignatureKey));
  for (const versioned of signatures.split(' ')) {
    const comma = versioned.indexOf(',');
    const signature = decodeBase64(versioned.slice(comma + 1));
    if (signature === undefined) continue;
    for (const key of keys) {
      if (key.version === versioned.slice(0, comma) && (await key.verify(signature, content))) return true;
    }
  }
  return false;
}

function parseEvent(body: Uint8Array): CallbackEvent {
  const event = parseJson(body);
  if (isEvent(event)) return event;
  throw new CallbackError('The body is no callback of this contract.');
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new CallbackError('The body is not JSON.', { cause });
  }
}

// Signed by the service, so only what tells one event from another is looked at.
function isEvent(value: unknown): value is CallbackEvent {
  if (typeof value !== 'object' || value === null || !('status' in value) || !('data' in value)) return false;
  if (!('id' in value) || typeof value.id !== 'string') return false;
  return (
    (value.status === 'completed' || value.status === 'failed') &&
    typeof value.data === 'object' &&
    value.data !== null
  );
}
