import type { Check } from '../session/check.ts';

/** The error of a configured trigger. */
export interface FailedTrigger {
  /** The name of the webhook. */
  name: string;
  pointer: string;
  error: unknown;
}

export const webhookTriggerFailed: Check<FailedTrigger> = {
  id: 'webhook-trigger-failed',
  title: 'The trigger of a webhook failed',
  explanation: 'The function or command in `callbacks.webhooks` failed, so the webhook was not tested.',
  basis: 'failure',
  run({ name, pointer, error }) {
    const received = error instanceof Error ? error.message : String(error);
    const message = `The trigger of the webhook ${name} failed.`;
    return [{ pointer, message, expected: 'success', received }];
  },
};
