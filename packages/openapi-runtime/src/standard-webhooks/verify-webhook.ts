import { type ReceivedWebhook, readBody, requireHeader } from './received-webhook.ts';
import { isSigned } from './signature-key.ts';
import type { WebhookErrors } from './webhook-error.ts';

/** Trust settings of a webhook. */
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
 * @throws `errors.Webhook` when no signature fits, or the time is too far away
 * @throws `errors.Configuration` when the body was parsed before, or a secret is malformed and no other one fits
 */
export async function verifyWebhook(
  received: ReceivedWebhook,
  { secrets, toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now }: UnwrapOptions,
  errors: WebhookErrors,
): Promise<Blob> {
  const body = await readBody(received, errors);
  const header = (name: string) => requireHeader(received.headers, `webhook-${name}`, errors);
  const [id, timestamp, signatures] = [header('id'), header('timestamp'), header('signature')];
  // The negated comparison also rejects a timestamp that is not a number.
  if (!(Math.abs(now() / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new errors.Webhook(`webhook-timestamp is more than ${toleranceSeconds} seconds from now.`);
  }
  const content = await new Blob([`${id}.${timestamp}.`, body]).arrayBuffer();
  if (secrets.length === 0) throw new errors.Configuration('secrets must not be empty.');
  let problem: unknown = new errors.Webhook(
    'No signature matches: check the secrets, and that the body is as received.',
  );
  for (const [index, secret] of secrets.entries()) {
    try {
      if (await isSigned(content, signatures, { secret, location: `secrets[${index}]`, errors })) return body;
    } catch (error) {
      // A malformed secret does not invalidate the webhook: it is reported only if no other secret verifies it.
      problem = error;
    }
  }
  throw problem;
}
