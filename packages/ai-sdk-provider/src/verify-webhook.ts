import type { Experimental_VideoModelV4OperationWebhook as OperationWebhook } from '@ai-sdk/provider';
import { LoadSettingError } from '@ai-sdk/provider';
import { unwrapCallback } from '@keyframe/client/webhooks';

/** The SDK's factory of an address for a callback. */
export type WebhookFactory = () => PromiseLike<{ url: string; received: PromiseLike<OperationWebhook> }>;

/**
 * Creates the address of a callback. `received` resolves only to a callback that the service has signed (EVT-9).
 * @throws {LoadSettingError} if no secret is configured, before the task is submitted
 */
export async function createVerifiedWebhook(
  createWebhook: WebhookFactory,
  secrets: readonly string[] | undefined,
): Promise<{ webhookUrl: string; received: Promise<OperationWebhook> }> {
  if (secrets === undefined || secrets.length === 0) {
    throw new LoadSettingError({ message: 'Pass webhookSecrets to createKeyframe to verify callbacks.' });
  }
  const { url, received } = await createWebhook();
  return { webhookUrl: url, received: verify(received, secrets) };
}

async function verify(
  received: PromiseLike<OperationWebhook>,
  secrets: readonly string[],
): Promise<OperationWebhook> {
  const webhook = await received;
  const { headers, body } = webhook;
  // The service signs what JSON.stringify writes, so that a parsed body still verifies.
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  await unwrapCallback({ headers, body: text }, { secrets });
  return webhook;
}
