// Verifies signatures by Standard Webhooks 1.0: `v1` with a shared secret, `v1a` with a public key.
import type { Operation } from '@keyframe/openapi-model';
import { verifyWebhook, WebhookError, webhookErrors } from '@keyframe/openapi-runtime/standard-webhooks';
import { CALLBACK_SIGNATURE } from '../checks/callback-checks.ts';
import type { Violation } from '../checks/check.ts';
import { headerOf } from '../wire/wire.ts';
import type { Delivery } from './callback-listener.ts';

/** Holds the signature of a delivery, where its operation declares one, to every secret. */
export async function judgeSignature(
  operation: Operation,
  delivery: Delivery,
  secrets: readonly string[],
): Promise<Violation[]> {
  const declared = operation.parameters.find(({ name }) => name.toLowerCase() === 'webhook-signature');
  const received = headerOf(delivery, 'webhook-signature');
  if (!declared || received === undefined) return [];
  const headers = Object.fromEntries(delivery.headers.map(([name, value]) => [name.toLowerCase(), value]));
  const found: Violation[] = [];
  for (const secret of secrets) {
    const version = secret.startsWith('whpk_') ? 'v1a' : 'v1';
    try {
      await verifyWebhook({ headers, body: delivery.body }, { secrets: [secret] }, webhookErrors);
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error;
      found.push({
        check: CALLBACK_SIGNATURE,
        pointer: declared.pointer,
        message: `The signature ${version} does not verify: ${error.message}`,
        expected: `a ${version} signature of the id, the time and the body`,
        received,
      });
    }
  }
  return found;
}
