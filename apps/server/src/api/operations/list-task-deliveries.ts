import type { components } from '@keyframe/contract';
import type { Handlers } from '@keyframe/contract/hono';
import { type DeliveryLog, findDeliveryLog } from '../../callbacks/deliveries.queries.ts';
import type { Database } from '../../db/database.ts';
import type { DeliveryAttempt } from '../../db/tables.ts';
import { isId } from '../../id.ts';
import { ownsTask } from '../../tasks/tasks.queries.ts';
import type { AppEnv } from '../app-env.ts';
import { notFound } from '../errors.ts';
import { responseFields } from '../middleware/authentication.ts';

type Schemas = components['schemas'];

/** Answers GET /v1/tasks/{id}/deliveries: visible to whom the task is (AUT-5). */
export function listTaskDeliveries({
  database,
}: {
  readonly database: Database;
}): Handlers<AppEnv>['listTaskDeliveries'] {
  return async (context, reply) => {
    const { ownerId } = context.get('key');
    const { id: taskId } = context.req.valid('param');
    const isFound = isId('task', taskId) && (await ownsTask(database, { ownerId, taskId }));
    if (!isFound) throw notFound(`Task ${taskId} not found.`);
    const log = await findDeliveryLog(database, { ownerId, taskId });
    return reply({
      status: 200,
      headers: responseFields(context),
      body: { data: log === undefined ? [] : [describe(log)] },
    });
  };
}

/** Omits the URL, the body and the receiver's response: they may contain secrets of the receiver. */
function describe({ delivery: { id, status, dueAt }, attempts }: DeliveryLog): Schemas['Delivery'] {
  return {
    id,
    status,
    next_attempt_at: status === 'pending' ? dueAt.toISOString() : null,
    attempts: attempts.map(describeAttempt),
  };
}

function describeAttempt(attempt: DeliveryAttempt): Schemas['DeliveryAttempt'] {
  return {
    number: attempt.number,
    requested_at: attempt.startedAt.toISOString(),
    latency: attempt.latencyMs / 1000,
    http_status: attempt.httpStatus,
    error: attempt.errorClass,
  };
}
