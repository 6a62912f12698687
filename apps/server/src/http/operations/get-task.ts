import type { Handlers } from '@keyframe/contract/hono';
import type { ResultLinks } from '../../results/result-links.ts';
import { taskRecord } from '../../tasks/record.ts';
import { notFound } from '../errors.ts';
import {
  type AppEnv,
  announceRate,
  type RatePolicy,
  type Rates,
  refuseOverLimit,
} from '../middleware/authentication.ts';

/** Answers GET /v1/tasks/{id} (END-3); each task has a polling limit of its own (END-5). */
export function getTask({
  links,
  rates,
}: {
  readonly links: ResultLinks;
  readonly rates: Pick<Rates, 'poll'>;
}): Handlers<AppEnv>['getTask'] {
  const policy: RatePolicy = { name: 'poll', quota: rates.poll };
  return async (context, reply) => {
    const { found } = context.get('poll');
    if (found === undefined) throw notFound(`Task ${context.req.valid('param').id} not found.`);
    const headers = announceRate(context, policy, found.decision);
    refuseOverLimit(policy, found.decision, 'this task');
    return reply({ status: 200, headers, body: taskRecord(found.task, links, new Date()) });
  };
}
