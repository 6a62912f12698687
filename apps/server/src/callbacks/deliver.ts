/** One attempt of a delivery, and what follows from it. */
import type { Database } from '../db/database.ts';
import type { Egress } from '../egress/index.ts';
import type { Log } from '../telemetry/log.ts';
import { countCallback } from '../telemetry/metrics.ts';
import { traced, type WorkSpan } from '../telemetry/tracing.ts';
import { type ClaimedDelivery, handBackDelivery, type RecordAttempt } from './outbox.queries.ts';
import { attemptCallback, type CallbackOutcome } from './send.ts';
import { signCallback } from './sign.ts';

export interface DeliverServices {
  readonly database: Database;
  readonly recordAttempt: RecordAttempt;
  readonly egress: Egress;
  readonly log: Log;
  /** Bound of one whole exchange (LIM-3). */
  readonly callbackTimeoutMs: number;
  /** Delays before the retries, one each (OPEN-20). */
  readonly callbackRetriesMs: readonly number[];
}

/** Retries spread by up to a tenth, so that a receiver's outage is not answered by a stampede. */
const JITTER = 0.1;

/** Makes the attempt of a claimed delivery, then settles it or schedules the next attempt (EVT-5, EVT-6). */
export function deliverCallback(
  services: DeliverServices,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { taskId, traceparent: parent, attempt } = delivery;
  const { hostname } = new URL(delivery.url);
  // Without `url.full`, which may contain keys of the receiver.
  const attributes = {
    'http.request.method': 'POST',
    'http.request.resend_count': attempt - 1,
    'server.address': hostname,
    'keyframe.task': taskId,
  };
  return traced('POST callback', { kind: 'delivery', parent, attributes }, (span) =>
    attemptDelivery(services, { delivery, span }, signal),
  );
}

async function attemptDelivery(
  services: DeliverServices,
  { delivery, span }: { readonly delivery: ClaimedDelivery; readonly span: WorkSpan },
  signal: AbortSignal,
): Promise<void> {
  const startedAt = new Date();
  const { id, body, url, secrets, keySeed } = delivery;
  const outcome = await attemptCallback({
    egress: services.egress,
    url,
    body,
    sign: (text) => signCallback({ id, body: text, timestamp: startedAt, secrets, keySeed }),
    timeoutMs: services.callbackTimeoutMs,
    signal,
  });
  const { httpStatus } = outcome;
  if (httpStatus !== undefined) span.annotate({ 'http.response.status_code': httpStatus });
  if (!outcome.ok) span.fail(outcome.errorClass === 'status' ? String(httpStatus) : outcome.errorClass);
  // A stopping process hands the delivery back: the receiver did not fail.
  if (!outcome.ok && outcome.errorClass === 'aborted') return handBackDelivery(services.database, delivery);
  await recordOutcome(services, delivery, { startedAt, outcome });
}

async function recordOutcome(
  { recordAttempt, log, callbackRetriesMs }: DeliverServices,
  { id, taskId, attempt, earlierAttempts }: ClaimedDelivery,
  { startedAt, outcome }: { readonly startedAt: Date; readonly outcome: CallbackOutcome },
): Promise<void> {
  const delayMs = callbackRetriesMs[attempt - earlierAttempts - 1];
  const status = outcome.ok ? 'delivered' : delayMs === undefined ? 'failed' : 'pending';
  const { httpStatus = null, excerpt = null } = outcome;
  const failure = outcome.ok ? { errorClass: null, problem: null } : outcome;
  const { errorClass, problem } = failure;
  const isNew = await recordAttempt({
    deliveryId: id,
    number: attempt,
    startedAt,
    latencyMs: Math.round(outcome.latencyMs),
    httpStatus,
    errorClass,
    problem,
    excerpt,
    status,
    delayMs: status === 'pending' ? Math.round((delayMs ?? 0) * (1 + JITTER * Math.random())) : 0,
  });
  if (!isNew) return;
  const state = status === 'pending' ? 'retried' : status;
  countCallback(state, outcome.latencyMs / 1000);
  log.info({ taskId, deliveryId: id, attempt, httpStatus, errorClass, problem, state }, 'callback attempt');
}
