import {
  describeRefusedRound,
  findDelivery,
  findDeliveryLog,
  startRound,
} from '../../callbacks/deliveries.queries.ts';
import { type DeliverySummary, listOwnDeliveries } from '../../callbacks/delivery-listing.queries.ts';
import type { Database } from '../../db/database.ts';
import type { DeliveryAttempt } from '../../db/tables.ts';
import { isId } from '../../id.ts';
import { findOwnTask } from '../../tasks/tasks.queries.ts';
import { answerHeaders, type ConsoleHandlers, createActor, type OperationServices } from '../environment.ts';
import { conflict, notFound } from '../errors.ts';
import { readTimeCursor, showPage } from '../time-cursor.ts';

type DeliveryOperation = 'listTaskDeliveries' | 'listDeliveries' | 'getDelivery' | 'redeliver';

/** Callbacks of an owner with their attempts. */
export function deliveryOperations({
  database,
  retentionMs,
}: OperationServices): Pick<ConsoleHandlers, DeliveryOperation> {
  return {
    listTaskDeliveries: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { taskId } = context.req.valid('param');
      const task = isId('task', taskId) ? await findOwnTask(database, { ownerId, taskId }) : undefined;
      if (task === undefined) throw notFound(`Task ${taskId}`);
      const detail = await describeDetail(database, { ownerId, taskId });
      const body = { data: detail === undefined ? [] : [detail] };
      return reply({ status: 200, headers: answerHeaders(context), body });
    },

    listDeliveries: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { status, task_id: taskId, cursor, limit } = context.req.valid('query');
      const listing = { ownerId, status, taskId, after: readTimeCursor(cursor), limit };
      const page = await listOwnDeliveries(database, listing);
      return reply({ status: 200, headers: answerHeaders(context), body: showPage(page, describeDelivery) });
    },

    getDelivery: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { deliveryId } = context.req.valid('param');
      const { taskId } = await requireDelivery(database, ownerId, deliveryId);
      const body = await describeDetail(database, { ownerId, taskId });
      if (body === undefined) throw notFound(`Delivery ${deliveryId}`);
      return reply({ status: 200, headers: answerHeaders(context), body });
    },

    redeliver: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { deliveryId } = context.req.valid('param');
      const { taskId } = await requireDelivery(database, ownerId, deliveryId);
      const actor = createActor(context);
      const outcome = await startRound(database, { id: deliveryId, retentionMs, actor });
      if (outcome.kind === 'not-found') throw notFound(`Delivery ${deliveryId}`);
      if (outcome.kind !== 'started') throw conflict(describeRefusedRound(deliveryId, outcome));
      const { items } = await listOwnDeliveries(database, { ownerId, taskId, limit: 1 });
      const [delivery] = items;
      if (delivery === undefined) throw notFound(`Delivery ${deliveryId}`);
      return reply({ status: 202, headers: answerHeaders(context), body: describeDelivery(delivery) });
    },
  };
}

async function requireDelivery(database: Database, ownerId: string, id: string) {
  const delivery = await findDelivery(database, id);
  if (delivery === undefined || delivery.ownerId !== ownerId) throw notFound(`Delivery ${id}`);
  return delivery;
}

/** Shows a delivery as lists do. */
export function describeDelivery(delivery: DeliverySummary) {
  const { id, taskId, url, status, attempts, lastHttpStatus, createdAt, dueAt } = delivery;
  return {
    id,
    task_id: taskId,
    url,
    status,
    attempts,
    last_http_status: shownStatus(lastHttpStatus),
    created_at: createdAt.toISOString(),
    next_attempt_at: status === 'pending' ? dueAt.toISOString() : null,
  };
}

async function describeDetail(
  database: Database,
  task: { readonly ownerId: string; readonly taskId: string },
) {
  const log = await findDeliveryLog(database, task);
  if (log === undefined) return undefined;
  const { delivery, attempts } = log;
  return {
    ...describeDelivery({ ...delivery, lastHttpStatus: attempts[0]?.httpStatus ?? null }),
    body: delivery.body,
    log: attempts.toReversed().map(describeAttempt),
  };
}

function describeAttempt(attempt: DeliveryAttempt) {
  return {
    number: attempt.number,
    started_at: attempt.startedAt.toISOString(),
    latency_ms: attempt.latencyMs,
    http_status: shownStatus(attempt.httpStatus),
    error_class: attempt.errorClass,
    problem: attempt.problem,
    excerpt: attempt.excerpt,
  };
}

const LAST_STATUS = 599;

/** A receiver may answer any three digits. Returns null beyond those of HTTP; the problem names such a status. */
export function shownStatus(status: number | null): number | null {
  return status !== null && status <= LAST_STATUS ? status : null;
}
