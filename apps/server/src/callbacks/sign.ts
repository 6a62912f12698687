import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** Holds what is signed; the same `id` and `body` are signed anew, with a new timestamp, at every attempt. */
export interface UnsignedCallback {
  id: string;
  body: string;
  timestamp: Date;
  /** `whsec_` and the key in base64. */
  secret: string;
}

/** Names the headers that Standard Webhooks defines. */
export type CallbackSignature = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;

// As long as the digest of the HMAC; Standard Webhooks asks for 24 to 64 bytes.
const SECRET_BYTES = 32;

/** Creates the secret of one owner's callbacks. */
export function createCallbackSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Signs a callback by Standard Webhooks, HMAC-SHA256 over id, timestamp in seconds, and body (OPEN-10). */
export function signCallback({ id, body, timestamp, secret }: UnsignedCallback): CallbackSignature {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, timestamp, body),
  };
}
