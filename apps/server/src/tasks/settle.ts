/**
 * Ends a task: status, ledger and the outbox row of its callback in one transaction. Both ends are
 * compare-and-set on a task that is not terminal, so the first one wins and a late answer changes nothing. A trigger of
 * the database books the charge or refund with the billing status.
 */
import { recordDelivery } from '../callbacks/outbox.queries.ts';
import type { Database } from '../db/database.ts';
import { isTransient } from '../db/errors.ts';
import type { Task } from '../db/tables.ts';
import type { ResultLinks } from '../results/result-links.ts';
import type { Log } from '../telemetry/log.ts';
import { countEnded } from '../telemetry/metrics.ts';
import { taskEvent } from './record.ts';
import { sandboxDirectives } from './sandbox.ts';
import { countFailedReferences, markCompleted, markFailed } from './tasks.queries.ts';

export interface SettleServices {
  readonly database: Database;
  readonly links: ResultLinks;
  readonly log: Log;
  readonly resultTtlMs: number;
  /** Lets this process send new callbacks at once. */
  readonly wakeCallbacks: () => void;
}

/** Charges and completes a generating task; false when it was terminal already (STA-1, STA-5). */
export async function completeTask(
  services: SettleServices,
  { taskId, hasLastFrame }: { taskId: string; hasLastFrame: boolean },
): Promise<boolean> {
  const settled = await services.database.transaction(async (transaction) => {
    const { resultTtlMs } = services;
    const task = await markCompleted(transaction, { id: taskId, hasLastFrame, resultTtlMs });
    if (task !== undefined) await recordCallback(services, transaction, task);
    return task;
  });
  return announce(services, settled);
}

/** A task that failed, and why. */
export interface TaskFailure {
  readonly taskId: string;
  readonly reason: string;
  /** CPU time spent on references that cannot be used: it counts against its owner. */
  readonly usedCpuMs?: number;
  /** Bytes downloaded for them, which count as well. */
  readonly fetchedBytes?: number;
}

/**
 * Fails a task and returns its credits; false when it was terminal already (STA-6). When the refund itself
 * fails, the task still ends, as `refund_failed`, for an operator to handle (STA-7, OPEN-21).
 */
export async function failTask(
  services: SettleServices,
  { taskId, reason, usedCpuMs = 0, fetchedBytes = 0 }: TaskFailure,
): Promise<boolean> {
  const settled = await services.database.transaction(async (transaction) => {
    const task = await refund(services, transaction, { id: taskId, failedReason: reason });
    if (task === undefined) return undefined;
    if (usedCpuMs > 0 || fetchedBytes > 0) {
      await countFailedReferences(transaction, task, { usedCpuMs, fetchedBytes });
    }
    await recordCallback(services, transaction, task);
    return task;
  });
  return announce(services, settled);
}

async function refund(
  { log }: SettleServices,
  transaction: Database,
  failure: { readonly id: string; readonly failedReason: string },
): Promise<Task | undefined> {
  try {
    // A savepoint: what fails here is undone alone, and the task's end still commits.
    return await transaction.transaction(async (savepoint) => {
      const task = await markFailed(savepoint, { ...failure, billingStatus: 'refunded' });
      if (task !== undefined && sandboxDirectives(task).refundFails) {
        throw new Error('The prompt asked for a refund that fails.');
      }
      return task;
    });
  } catch (error) {
    // A lock or a connection that was not available decides nothing: the whole settlement is retried.
    if (isTransient(error)) throw error;
    log.error({ taskId: failure.id, err: error }, 'refund failed: an operator has to handle it');
    return markFailed(transaction, { ...failure, billingStatus: 'refund_failed' });
  }
}

/** Records the callback of a task that just ended; nothing when it has no callback_url (STA-2). */
async function recordCallback({ links }: SettleServices, transaction: Database, task: Task): Promise<void> {
  const { id: taskId, ownerId, callbackUrl: url } = task;
  if (url === null) return;
  const body = JSON.stringify(taskEvent(task, links));
  await recordDelivery(transaction, { taskId, ownerId, url, body });
}

function announce({ wakeCallbacks, log }: SettleServices, task: Task | undefined): boolean {
  if (task === undefined) return false;
  const { id: taskId, status, billingStatus, failedReason } = task;
  log.info({ taskId, status, billingStatus, failedReason }, 'task ended');
  countEnded(task);
  if (task.callbackUrl !== null) wakeCallbacks();
  return true;
}
