import { ConfigurationError } from '../client/errors.ts';
import type { Bytes } from '../client/operation-types.ts';
import { bytesOf, concat, type ReceivedWebhook, requireHeader } from './received-webhook.ts';
import { decodeBase64, importSignatureKey, type SignatureKey } from './signature-key.ts';
import { WebhookError } from './webhook-error.ts';

/** What to trust. */
export interface UnwrapOptions {
  /** `whsec_…` (shared secret) or `whpk_…` (public key); several while a rotation overlaps. */
  secrets: readonly string[];
  /** How far the timestamp may be from now; 300 seconds by default. */
  toleranceSeconds?: number | undefined;
  /** Milliseconds since 1970; for tests. */
  now?: (() => number) | undefined;
}

const DEFAULT_TOLERANCE_SECONDS = 300;

/**
 * Verifies a webhook by Standard Webhooks 1.0 and gives its body, exactly as it was signed.
 * @throws {WebhookError} when no signature fits, or the time is too far away
 * @throws {ConfigurationError} when the body was parsed before, or a secret is malformed and no other one fits
 */
export async function verifyWebhook(received: ReceivedWebhook, options: UnwrapOptions): Promise<Uint8Array> {
  const body = await bytesOf(received);
  const header = (name: string) => requireHeader(received.headers, `webhook-${name}`);
  const [id, timestamp, signatures] = [header('id'), header('timestamp'), header('signature')];
  requireRecent(timestamp, options);
  const content = concat(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  await requireSigned(content, signatures, options.secrets);
  return body;
}

function requireRecent(
  timestamp: string,
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now }: UnwrapOptions,
): void {
  const apart = Math.abs(now() / 1000 - Number(timestamp));
  if (/^\d+$/.test(timestamp) && apart <= toleranceSeconds) return;
  throw new WebhookError(`The webhook's timestamp is more than ${toleranceSeconds} seconds from now.`);
}

/** A malformed secret tells nothing about the webhook: it counts only where no other one verifies it. */
async function requireSigned(content: Bytes, signatures: string, secrets: readonly string[]): Promise<void> {
  let problem: unknown = new ConfigurationError('secrets is empty: expected at least one.');
  for (const [index, secret] of secrets.entries()) {
    try {
      const key = await importSignatureKey(secret, `secrets[${index}]`);
      if (await isSigned(content, signatures, key)) return;
      if (index === 0) problem = new WebhookError('No signature of the webhook matches.');
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

async function isSigned(
  content: Bytes,
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
