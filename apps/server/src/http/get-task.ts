import type { Handlers } from '@keyframe/contract/hono';
import { isId } from '../id.ts';
import { taskRecord } from '../tasks/record.ts';
import { type AppEnv, announceRate, type RatePolicy, refuseOverLimit } from './access.ts';
import type { HttpServices } from './app.ts';
import { notFound } from './errors.ts';

/** Answers GET /v1/tasks/{id} (END-3); each task has a polling limit of its own (END-5). */
export function getTask(services: HttpServices, pollPolicy: RatePolicy): Handlers<AppEnv>['getTask'] {
  return async (context) => {
    const { id } = context.req.valid('param');
    const { ownerId } = context.get('access');
    // Any other text is no id of ours, and may be one that a query can't carry.
    const task = isId('task', id) ? await services.findTask({ id, ownerId }) : undefined;
    if (task === undefined) throw notFound(`There is no task ${id} of this key's owner.`);
    const decision = await services.takeRate({ bucket: `poll:${id}`, quota: pollPolicy.quota });
    announceRate(context, pollPolicy, decision);
    refuseOverLimit(pollPolicy, decision, 'this task');
    return context.json(taskRecord(task, services.links, new Date()), 200);
  };
}
