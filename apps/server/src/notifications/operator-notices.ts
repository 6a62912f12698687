import type { Mailer } from './mailer.ts';
import type { NotificationSettings } from './settings.ts';
import { postWebhook } from './webhook.ts';

/** A refund that failed, as operators are told of it. */
export interface FailedRefundNotice {
  readonly taskId: string;
  readonly ownerId: string;
  readonly mode: string;
  readonly credits: number;
}

/** Sends a message about failed refunds to every channel that is set. */
export type SendFailedRefunds = (refunds: readonly FailedRefundNotice[]) => Promise<void>;

/** Creates the sender of messages for operators; undefined without a channel. */
export function createOperatorNotices(
  { operators, webhook }: NotificationSettings,
  mailer: Mailer | undefined,
): SendFailedRefunds | undefined {
  const sendsMail = mailer !== undefined && operators.length > 0;
  if (!sendsMail && webhook === undefined) return undefined;
  return async (refunds) => {
    if (webhook !== undefined) {
      const data = refunds.map(({ taskId, ownerId, mode, credits }) => ({
        task_id: taskId,
        owner_id: ownerId,
        mode,
        credits,
      }));
      await postWebhook(webhook, { type: 'refund.failed', timestamp: new Date().toISOString(), data });
    }
    if (sendsMail) await mailer.send({ to: operators, ...describeRefunds(refunds) });
  };
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
