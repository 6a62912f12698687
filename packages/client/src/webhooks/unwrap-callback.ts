import type { components } from '@keyframe/contract';
import { CallbackError } from '../errors/callback-error.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { bytesOf, concat, type ReceivedCallback, requireHeader } from './received-callback.ts';
import { decodeBase64, importSignatureKey, type SignatureKey } from './signature-key.ts';

type Schemas = components['schemas'];

/** What a callback says: how a task ended. Two with the same `id` are the same event (EVT-6). */
export type CallbackEvent = Schemas['TaskCompletedEvent'] | Schemas['TaskFailedEvent'];

/** What to trust. */
export interface UnwrapOptions {
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
export async function unwrapCallback(
  received: ReceivedCallback,
  options: UnwrapOptions,
): Promise<CallbackEvent> {
  const body = await bytesOf(received);
  const header = (name: string) => requireHeader(received.headers, `webhook-${name}`);
  const [id, timestamp, signatures] = [header('id'), header('timestamp'), header('signature')];
  requireRecent(timestamp, options);
  const content = concat(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  await requireSigned(content, signatures, options.secrets);
  return parseEvent(body);
}

function requireRecent(
  timestamp: string,
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now }: UnwrapOptions,
): void {
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
  let problem: unknown = new ConfigurationError('secrets is empty: expected at least one.');
  for (const [index, secret] of secrets.entries()) {
    try {
      const key = await importSignatureKey(secret, `secrets[${index}]`);
      if (await isSigned(content, signatures, key)) return;
      if (index === 0) problem = new CallbackError('No signature of the callback matches.');
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  signatures: string,
  { version, verify }: SignatureKey,
): Promise<boolean> {
  for (const versioned of signatures.split(' ')) {
    const [name, encoded = ''] = versioned.split(',');
    const signature = name === version && decodeBase64(encoded);
    if (signature && (await verify(signature, content))) return true;
  }
  return false;
}

function parseEvent(body: Uint8Array): CallbackEvent {
  let cause: unknown;
  try {
    const event: Partial<CallbackEvent> | null = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(body),
    );
    // Signed by the service, so only what tells one event from another is looked at.
    const { id, status, data } = event ?? {};
    const isEvent = typeof id === 'string' && (status === 'completed' || status === 'failed');
    if (isEvent && data instanceof Object) return event as CallbackEvent;
  } catch (error) {
    cause = error;
  }
  throw new CallbackError('The body is not a callback of this contract.', { cause });
}
