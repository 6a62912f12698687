import { writeDigits } from '../digits.ts';
import { decodeBase64 } from './signature-key.ts';
import { type WebhookErrors, webhookErrors } from './webhook-error.ts';

/** Options for signing a webhook. */
export interface SignOptions {
  /** `whsec_…` */
  secret: string;
  /** Names the delivery. */
  id: string;
  /** Milliseconds since 1970; now by default. */
  timestamp?: number | undefined;
}

/** A webhook that verifies. */
export interface SignedWebhook {
  body: string;
  headers: Record<string, string>;
}

/** Signs an event by Standard Webhooks, `v1`, for tests of a receiver. */
export async function signWebhook(
  event: unknown,
  { secret, id, timestamp = Date.now() }: SignOptions,
  errors: WebhookErrors = webhookErrors,
): Promise<SignedWebhook> {
  const bytes = secret.startsWith('whsec_') ? decodeBase64(secret.slice('whsec_'.length)) : undefined;
  if (bytes === undefined) {
    throw new errors.Configuration('secret is malformed: expected whsec_ and a key in base64.');
  }
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  const body = writeDigits(event);
  const seconds = Math.floor(timestamp / 1000);
  const content = new TextEncoder().encode(`${id}.${seconds}.${body}`);
  const signature = new Uint8Array(await crypto.subtle.sign(algorithm.name, key, content));
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${btoa(String.fromCharCode(...signature))}`,
    },
  };
}
