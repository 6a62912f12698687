import { verifyWebhook, WebhookError, webhookErrors } from '@keyframe/openapi-runtime/client';
import type { ObservedDelivery } from '../behavior/callback-observations.ts';
import type { Check, Violation } from '../session/check.ts';
import { findHeader } from '../wire/wire.ts';

export const callbackSignature: Check<ObservedDelivery> = {
  id: 'callback-signature',
  title: 'The signature of a callback is invalid',
  explanation:
    'The signature (Standard Webhooks 1.0) does not verify with a secret of the run, or its time differs by more than five minutes.',
  basis: 'promise',
  async run({ candidate: { operation }, delivery, secrets }) {
    const declared = operation.parameters.find(({ name }) => name.toLowerCase() === 'webhook-signature');
    const received = findHeader(delivery, 'webhook-signature');
    if (!declared || received === undefined) return [];
    const headers = Object.fromEntries(delivery.headers.map(([name, value]) => [name.toLowerCase(), value]));
    const violations: Violation[] = [];
    for (const secret of secrets) {
      // `v1` has a shared secret, `v1a` a public key.
      const version = secret.startsWith('whpk_') ? 'v1a' : 'v1';
      try {
        await verifyWebhook({ headers, body: delivery.body }, { secrets: [secret] }, webhookErrors);
      } catch (error) {
        if (!(error instanceof WebhookError)) throw error;
        violations.push({
          pointer: declared.pointer,
          message: `The signature ${version} does not verify: ${error.message}`,
          expected: `a ${version} signature of the id, the time and the body`,
          received,
        });
      }
    }
    return violations;
  },
};
