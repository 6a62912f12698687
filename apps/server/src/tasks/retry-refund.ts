/** The operator's way out of `refund_failed` (STA-7, OPEN-21): the refund that a failed task is still owed. */
import { refundCredits } from '../credits/ledger.queries.ts';
import type { Database } from '../db/database.ts';
import type { Task } from '../db/tables.ts';
import { lockTask, markRefunded } from './tasks.queries.ts';

/** What a retry did: `refused` leaves a task alone whose credits are not owed, `unchanged` one that has them back. */
export interface RefundRetry {
  readonly outcome: 'refunded' | 'unchanged' | 'refused';
  /** The task as it is afterwards. */
  readonly task: Task;
}

/**
 * Refunds a task whose refund failed: entry and billing status in one transaction, however many retry at once.
 * Undefined when there is no such task.
 */
export async function retryRefund(database: Database, taskId: string): Promise<RefundRetry | undefined> {
  return database.transaction(async (transaction) => {
    const task = await lockTask(transaction, taskId);
    if (task === undefined) return undefined;
    if (task.billingStatus === 'refunded') return { outcome: 'unchanged', task };
    if (task.billingStatus !== 'refund_failed') return { outcome: 'refused', task };
    const { ownerId, mode, credits: amount } = task;
    await refundCredits(transaction, { ownerId, mode, taskId, amount });
    await markRefunded(transaction, taskId);
    return { outcome: 'refunded', task: { ...task, billingStatus: 'refunded' } };
  });
}
