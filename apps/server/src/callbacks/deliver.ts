/** Attempts of a delivery: what to do after each of them is decided, and stored, in one transaction. */
import type { Database } from '../db/database.ts';
import type { Queue } from '../db/queue.ts';
import type { Egress } from '../egress/index.ts';
import type { Log } from '../telemetry/log.ts';
import {
  findPendingDelivery,
  insertAttempt,
  type PendingDelivery,
  setDeliveryStatus,
} from './outbox.queries.ts';
import { type CallbackOutcome, sendCallback } from './send.ts';
import { signCallback } from './sign.ts';

export interface DeliverServices {
  readonly database: Database;
  readonly queue: Queue;
  readonly egress: Egress;
  readonly log: Log;
  /** Bound of one whole exchange (LIM-3). */
  readonly callbackTimeoutMs: number;
  /** Delays before the retries, one each (OPEN-20). */
  readonly callbackRetriesMs: readonly number[];
}

/** Retries spread by up to a tenth, so that a receiver's outage is not answered by a stampede. */
const JITTER = 0.1;

/** Makes one attempt, then marks the delivery or schedules the next attempt (EVT-5, EVT-6). */
export async function deliverCallback(
  services: DeliverServices,
  { deliveryId, attempt }: { deliveryId: string; attempt: number },
  signal: AbortSignal,
): Promise<void> {
  const delivery = await findPendingDelivery(services.database, deliveryId);
  // A job that runs again after a crash finds its attempt logged, and its successor enqueued.
  if (delivery === undefined || delivery.attempts >= attempt) return;
  const startedAt = new Date();
  const outcome = await sendCallback({
    egress: services.egress,
    url: delivery.url,
    body: delivery.body,
    headers: signCallback({
      ...{ id: delivery.id, body: delivery.body, timestamp: startedAt },
      secret: delivery.callbackSecret,
    }),
    timeoutMs: services.callbackTimeoutMs,
    signal,
  });
  // A stopping process hands the job back: the receiver did not fail.
  signal.throwIfAborted();
  await recordOutcome(services, delivery, { number: attempt, startedAt, outcome });
}

interface Attempt {
  readonly number: number;
  readonly startedAt: Date;
  readonly outcome: CallbackOutcome;
}

async function recordOutcome(
  { database, queue, log, callbackRetriesMs }: DeliverServices,
  { id, taskId }: PendingDelivery,
  { number, startedAt, outcome }: Attempt,
): Promise<void> {
  const delayMs = callbackRetriesMs[number - 1];
  const problem = outcome.ok ? null : outcome.reason;
  const state = outcome.ok ? 'delivered' : delayMs === undefined ? 'failed' : 'retried';
  await database.transaction(async (transaction) => {
    const isNew = await insertAttempt(transaction, {
      ...{ deliveryId: id, number, startedAt, problem },
      ...{ latencyMs: Math.round(outcome.latencyMs), httpStatus: outcome.status ?? null },
    });
    if (!isNew) return;
    if (state !== 'retried') return setDeliveryStatus(transaction, id, state);
    const startAfter = new Date(Date.now() + (delayMs ?? 0) * (1 + JITTER * Math.random()));
    await queue.enqueue(transaction, 'deliver-callback', [
      { data: { deliveryId: id, attempt: number + 1 }, startAfter },
    ]);
  });
  log.info(
    { taskId, deliveryId: id, attempt: number, httpStatus: outcome.status, problem, state },
    'callback attempt',
  );
}
