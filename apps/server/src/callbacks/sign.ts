import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { signWithSeed } from './signing-key.ts';

/** Holds what is signed; the same `id` and `body` are signed anew, with a new timestamp, at every attempt. */
export interface UnsignedCallback {
  id: string;
  body: string;
  timestamp: Date;
  /** Each is `whsec_` and the key in base64; more than one while a rotation overlaps. */
  secrets: readonly string[];
  /** The seed of the owner's Ed25519 key pair, 32 bytes. */
  keySeed: Buffer;
}

/** Names the headers that Standard Webhooks defines. */
export type CallbackSignature = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;

// The length of the HMAC's digest; Standard Webhooks requires 24 to 64 bytes.
const SECRET_BYTES = 32;

/** Creates the secret of one owner's callbacks. */
export function createCallbackSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/**
 * Signs id, timestamp in seconds, and body by Standard Webhooks: a `v1` (HMAC-SHA256) for each secret, then a `v1a`
 * (Ed25519). A receiver accepts the callback when any signature fits what it holds (OPEN-10).
 */
export function signCallback({ id, body, timestamp, secrets, keySeed }: UnsignedCallback): CallbackSignature {
  const seconds = String(Math.floor(timestamp.getTime() / 1_000));
  const signatures = [
    ...secrets.map((secret) => new Webhook(secret).sign(id, timestamp, body)),
    `v1a,${signWithSeed(`${id}.${seconds}.${body}`, keySeed)}`,
  ];
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}
