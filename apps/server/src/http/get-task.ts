import type { Handlers } from '@keyframe/contract/hono';
import { taskRecord } from '../tasks/record.ts';
import { type AppEnv, announceRate, type RatePolicy, refuseOverLimit } from './access.ts';
import type { HttpServices } from './app.ts';
import { notFound } from './errors.ts';

/** Answers GET /v1/tasks/{id} (END-3); each task has a polling limit of its own (END-5). */
export function getTask(
  services: Pick<HttpServices, 'links'>,
  pollPolicy: RatePolicy,
): Handlers<AppEnv>['getTask'] {
  return async (context) => {
    const { found } = context.get('poll');
    if (found === undefined) {
      throw notFound(`Task ${context.req.valid('param').id} not found.`);
    }
    announceRate(context, pollPolicy, found.decision);
    refuseOverLimit(pollPolicy, found.decision, 'this task');
    return context.json(taskRecord(found.task, services.links, new Date()), 200);
  };
}
