import type { Log } from '../telemetry/log.ts';
import type { Mailer } from './mailer.ts';
import type { NotificationSettings } from './settings.ts';
import { postWebhook } from './webhook.ts';

/** Failed refund in the form that operators receive. */
export interface FailedRefundNotice {
  readonly taskId: string;
  readonly ownerId: string;
  readonly mode: string;
  readonly credits: number;
}

/** Sends a message about failed refunds to every channel that is set. */
export type SendFailedRefunds = (refunds: readonly FailedRefundNotice[]) => Promise<void>;

/**
 * Creates the sender of messages for operators; undefined without a channel. Each channel is tried even if
 * the other fails, and failures are logged. The sender rejects only if all channels fail: a retry because of one channel
 * would send the same message by the other again and again.
 */
export function createOperatorNotices(
  { operators, webhook }: NotificationSettings,
  mailer: Mailer | undefined,
  log: Log,
): SendFailedRefunds | undefined {
  const channels: SendFailedRefunds[] = [];
  if (webhook !== undefined) channels.push((refunds) => postWebhook(webhook, describeEvent(refunds)));
  if (mailer !== undefined) {
    // One message for each address: an address that the server rejects takes no part in the others.
    for (const operator of operators)
      channels.push((refunds) => mailer.send({ to: [operator], ...describeRefunds(refunds) }));
  }
  if (channels.length === 0) return undefined;
  return async (refunds) => {
    const results = await Promise.allSettled(channels.map((send) => send(refunds)));
    const failures = results.filter((result) => result.status === 'rejected');
    for (const { reason } of failures) log.error({ err: reason }, 'a message to operators was not sent');
    if (failures.length === channels.length) {
      throw new Error('No channel accepted the message to operators.', { cause: failures[0]?.reason });
    }
  };
}

function describeEvent(refunds: readonly FailedRefundNotice[]) {
  const data = refunds.map(({ taskId, ownerId, mode, credits }) => ({
    task_id: taskId,
    owner_id: ownerId,
    mode,
    credits,
  }));
  return { type: 'refund.failed', timestamp: new Date().toISOString(), data };
}

function describeRefunds(refunds: readonly FailedRefundNotice[]): { subject: string; text: string } {
  const lines = refunds.map(
    ({ taskId, ownerId, mode, credits }) => `${taskId}  ${ownerId}  ${credits} ${mode} credits`,
  );
  const subject = refunds.length === 1 ? 'A refund failed' : `${refunds.length} refunds failed`;
  return {
    subject,
    text: `The credits of these failed tasks could not be returned:\n\n${lines.join('\n')}\n\nRetry each one in the console, or with: admin task retry-refund --id <task>\n`,
  };
}
