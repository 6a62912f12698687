// The receiving side of callbacks. An entry of its own: a receiver need not load what calls the service.
import type { components } from '@keyframe/contract';
import { CallbackError } from './callback-error.ts';
import { ConfigurationError } from './configuration-error.ts';
import { decodeBase64, importSignatureKey, type SignatureKey } from './signature-key.ts';

export { CallbackError } from './callback-error.ts';
export { ConfigurationError } from './configuration-error.ts';

type Schemas = components['schemas'];

/** What a callback says: how a task ended. Two with the same `id` are the same event (EVT-6). */
export type CallbackEvent = Schemas['TaskCompletedEvent'] | Schemas['TaskFailedEvent'];

/** A callback as it arrived, and what to trust. */
export interface UnwrapCallbackOptions {
  /** The body's bytes, or their text, exactly as received: what was parsed and written again no longer verifies. */
  body: string | Uint8Array;
  /** Of any class, or an object; names in any case. */
  headers:
    | { entries(): Iterable<[string, string]> }
    | Readonly<Record<string, string | readonly string[] | undefined>>;
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
 * @throws {ConfigurationError} when the body was parsed before, or a secret is malformed and no other one fits
 */
export async function unwrapCallback(options: UnwrapCallbackOptions): Promise<CallbackEvent> {
  const body = bytesOf(options.body);
  const [id, timestamp, signatures] = (['id', 'timestamp', 'signature'] as const).map((name) =>
    requireHeader(options.headers, `webhook-${name}`),
  ) as [string, string, string];
  requireRecent(timestamp, options);
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(head.byteLength + body.byteLength);
  content.set(head);
  content.set(body, head.byteLength);
  await requireSigned(content, signatures, options.secrets);
  return parseEvent(body);
}

function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  throw new ConfigurationError(
    'The body was parsed before it was verified: expected its bytes or its text, exactly as received.',
  );
}

/** Looks the names up one by one, since only some classes of headers do so in any case. */
function requireHeader(headers: UnwrapCallbackOptions['headers'], wanted: string): string {
  const entries: Iterable<[string, unknown]> =
    typeof headers.entries === 'function' ? headers.entries() : Object.entries(headers);
  for (const [name, value] of entries) {
    if (name.toLowerCase() !== wanted) continue;
    const text = Array.isArray(value) ? value.join(' ') : value;
    if (typeof text === 'string' && text !== '') return text;
  }
  throw new CallbackError(`The callback lacks ${wanted}.`);
}

function requireRecent(timestamp: string, options: UnwrapCallbackOptions): void {
  const { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now } = options;
  const apart = Math.abs(now() / 1000 - Number(timestamp));
  if (/^\d+$/.test(timestamp) && apart <= toleranceSeconds) return;
  throw new CallbackError(`The callback's timestamp is more than ${toleranceSeconds} seconds from now.`);
}

/** A malformed secret tells nothing about the callback: it counts only where no other one verifies it. */
async function requireSigned(
  content: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<void> {
  const imports = await Promise.allSettled(
    secrets.map((secret, index) => importSignatureKey(secret, `secrets[${index}]`)),
  );
  const keys = imports.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  if (await isSigned(content, signatures, keys)) return;
  const malformed = imports.find(({ status }) => status === 'rejected');
  if (malformed?.status === 'rejected') throw malformed.reason;
  if (keys.length === 0) throw new ConfigurationError('secrets is empty: expected at least one.');
  throw new CallbackError('No signature of the callback fits.');
}

async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  signatures: string,
  keys: readonly SignatureKey[],
): Promise<boolean> {
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
