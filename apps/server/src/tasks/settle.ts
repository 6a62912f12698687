/**
 * Ends tasks: status, ledger and the outbox row of the callback in one transaction, which ends of the same moment share. The
 * first end of a task wins, and a late one changes nothing. A trigger of the database books the charge or refund with the
 * billing status.
 */
import { recordDeliveries } from '../callbacks/outbox.queries.ts';
import { batched } from '../db/batch.ts';
import type { Database } from '../db/database.ts';
import { isTransient } from '../db/errors.ts';
import type { Task } from '../db/tables.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import type { ResultLinks } from '../results/result-links.ts';
import type { Log } from '../telemetry/log.ts';
import { countEnded } from '../telemetry/metrics.ts';
import { currentTraceparent } from '../telemetry/tracing.ts';
import { taskEvent } from './record.ts';
import { sandboxDirectives } from './sandbox.ts';
import { countFailedReferences, type EndedTask, lockTasks, markEnded } from './tasks.queries.ts';

export interface SettleServices {
  readonly database: Database;
  readonly links: ResultLinks;
  readonly log: Log;
  readonly resultTtlMs: number;
  /** Lets this process send new callbacks at once. */
  readonly wakeCallbacks: () => void;
}

/** A task whose video is kept. */
export interface TaskCompletion {
  readonly kind: 'completed';
  readonly taskId: string;
  readonly hasLastFrame: boolean;
}

/** A task that failed, and why. */
export interface TaskFailure {
  readonly kind: 'failed';
  readonly taskId: string;
  readonly reason: string;
  /** CPU time spent on references that cannot be used: it counts against its owner. */
  readonly usedCpuMs?: number;
  /** Bytes downloaded for them, which count as well. */
  readonly fetchedBytes?: number;
}

/**
 * Charges and completes a generating task (STA-5), or fails one that has not ended and returns its credits (STA-6); false when it
 * was terminal already (STA-1). When the refund itself fails, the task still ends, as `refund_failed`, for an operator to
 * handle (STA-7, OPEN-21).
 */
export type EndTask = (end: TaskCompletion | TaskFailure) => Promise<boolean>;

/**
 * Ends that share a transaction at most. It locks the accounts of their owners, and submissions of these wait until the
 * commit.
 */
const BATCHES = { concurrency: 4, size: 16, isItemError: (error: unknown) => !isDatabaseUnavailable(error) };

/** A task to end, and the trace of what ended it. */
type TracedEnd = (TaskCompletion | TaskFailure) & { readonly traceparent: string | null };

/** Creates the way in for ends of tasks of this process. */
export function createEndTask(services: SettleServices): EndTask {
  const endTogether = batched((ends: readonly TracedEnd[]) => endTasks(services, ends), BATCHES);
  return async (end) => announce(services, await endTogether({ ...end, traceparent: currentTraceparent() }));
}

async function endTasks(services: SettleServices, ends: readonly TracedEnd[]): Promise<(Task | undefined)[]> {
  try {
    return await settle(services, ends, 'refunded');
  } catch (error) {
    const [end, ...others] = ends;
    // A lock or a connection that was not available decides nothing: the whole settlement is retried.
    if (end?.kind !== 'failed' || others.length > 0 || isTransient(error)) throw error;
    services.log.error({ taskId: end.taskId, err: error }, 'a refund failed');
    return settle(services, ends, 'refund_failed');
  }
}

/** Settles the ends of tasks in one transaction, and returns for each the task that it ended. */
async function settle(
  services: SettleServices,
  ends: readonly TracedEnd[],
  refund: EndedTask['billingStatus'],
): Promise<(Task | undefined)[]> {
  const { database, resultTtlMs } = services;
  return database.transaction(async (transaction) => {
    const unfinished = await lockTasks(transaction, [...new Set(ends.map(({ taskId }) => taskId))]);
    const first = new Map<TracedEnd, EndedTask>();
    for (const task of unfinished) {
      const end = ends.find(({ kind, taskId }) => taskId === task.id && canEnd(task, kind));
      if (end !== undefined) first.set(end, endedTask(task, end, refund));
    }
    if (first.size === 0) return ends.map(() => undefined);
    const marked = await markEnded(transaction, [...first.values()], resultTtlMs);
    const ended = new Map(marked.map((task) => [task.id, task]));
    const settlements = [...first.keys()].flatMap((end) => {
      const task = ended.get(end.taskId);
      return task === undefined ? [] : [{ end, task }];
    });
    await countFailedReferences(transaction, settlements.flatMap(failedReferences));
    await recordDeliveries(
      transaction,
      settlements.flatMap((settlement) => callback(services, settlement)),
    );
    return ends.map((end) => (first.has(end) ? ended.get(end.taskId) : undefined));
  });
}

/** An end, and the task as it left it. */
interface Settlement {
  readonly end: TracedEnd;
  readonly task: Task;
}

function canEnd({ status }: Task, kind: TracedEnd['kind']): boolean {
  return status === 'generating' || (status === 'queued' && kind === 'failed');
}

function endedTask(task: Task, end: TracedEnd, refund: EndedTask['billingStatus']): EndedTask {
  const { id } = task;
  if (end.kind === 'completed') {
    const { kind: status, hasLastFrame } = end;
    return { id, status, billingStatus: 'charged', failedReason: null, hasLastFrame };
  }
  const billingStatus = sandboxDirectives(task).refundFails ? 'refund_failed' : refund;
  return { id, status: end.kind, billingStatus, failedReason: end.reason, hasLastFrame: false };
}

function failedReferences({ end, task: { ownerId, mode } }: Settlement) {
  if (end.kind === 'completed') return [];
  const { usedCpuMs = 0, fetchedBytes = 0 } = end;
  return usedCpuMs > 0 || fetchedBytes > 0 ? [{ ownerId, mode, usedCpuMs, fetchedBytes }] : [];
}

/** Creates the callback of a task that just ended; none when it has no callback_url (STA-2). */
function callback({ links }: SettleServices, { end, task }: Settlement) {
  const { id: taskId, ownerId, callbackUrl: url } = task;
  if (url === null) return [];
  return [
    { taskId, ownerId, url, body: JSON.stringify(taskEvent(task, links)), traceparent: end.traceparent },
  ];
}

function announce({ wakeCallbacks, log }: SettleServices, task: Task | undefined): boolean {
  if (task === undefined) return false;
  const { id: taskId, status, billingStatus, failedReason } = task;
  const record = { taskId, status, billingStatus, failedReason };
  if (billingStatus === 'refund_failed') log.error(record, 'refund failed: an operator has to handle it');
  log.info(record, 'task ended');
  countEnded(task);
  if (task.callbackUrl !== null) wakeCallbacks();
  return true;
}
