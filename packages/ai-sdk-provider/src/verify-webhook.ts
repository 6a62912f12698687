import type { Experimental_VideoModelV4, Experimental_VideoModelV4OperationWebhook } from '@ai-sdk/provider';
import { LoadSettingError } from '@ai-sdk/provider';
import { unwrapCallback } from '@keyframe/client/webhooks';

type HandleWebhook = NonNullable<Experimental_VideoModelV4['handleWebhookOption']>;

/** Creates the address of a callback. `received` resolves only to a callback that one of the secrets verifies (EVT-9). */
export function createVerifiedWebhook(secrets: readonly string[] = []): HandleWebhook {
  const verify = async (webhook: Experimental_VideoModelV4OperationWebhook) => {
    const { headers, body } = webhook;
    // The service signs what JSON.stringify writes, so that a parsed body still verifies.
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    await unwrapCallback({ headers, body: text }, { secrets });
    return webhook;
  };
  return async ({ webhook }) => {
    if (secrets.length === 0) {
      throw new LoadSettingError({ message: 'Pass webhookSecrets to createKeyframe to verify callbacks.' });
    }
    const { url, received } = await webhook();
    return { webhookUrl: url, received: Promise.resolve(received).then(verify) };
  };
}
