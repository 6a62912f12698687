/** The operator's way out of `refund_failed` (STA-7, OPEN-21): the refund that a failed task is still owed. */
import { type Actor, COMMAND_LINE, recordAudit } from '../audit/audit.queries.ts';
import type { Database } from '../db/database.ts';
import type { Task } from '../db/tables.ts';
import { lockTask, markRefunded } from './tasks.queries.ts';

/** Result of a retry: `refused` if no credits are owed, `unchanged` if they were returned before. */
export interface RefundRetry {
  readonly outcome: 'refunded' | 'unchanged' | 'refused';
  /** The task as it is afterwards. */
  readonly task: Task;
}

/** Refund to retry, and the actor. */
export interface RefundRequest {
  readonly taskId: string;
  /** Required owner of the task; any owner by default. */
  readonly ofOwner?: string;
  readonly actor?: Actor;
}

/**
 * Refunds a task whose refund failed: entry and billing status in one transaction, however many retry at once.
 * Undefined when there is no such task.
 */
export async function retryRefund(
  database: Database,
  { taskId, ofOwner, actor = COMMAND_LINE }: RefundRequest,
): Promise<RefundRetry | undefined> {
  return database.transaction(async (transaction) => {
    const task = await lockTask(transaction, taskId);
    if (task === undefined || (ofOwner !== undefined && task.ownerId !== ofOwner)) return undefined;
    if (task.billingStatus === 'refunded') return { outcome: 'unchanged', task };
    if (task.billingStatus !== 'refund_failed') return { outcome: 'refused', task };
    const { ownerId, mode, credits: amount } = task;
    await markRefunded(transaction, taskId);
    const detail = { mode, amount };
    await recordAudit(transaction, actor, { action: 'refund.retry', ownerId, target: taskId, detail });
    return { outcome: 'refunded', task: { ...task, billingStatus: 'refunded' } };
  });
}
