import type { Handlers } from '@keyframe/contract/hono';
import type { Mode } from '../../db/tables.ts';
import type { ResultLinks } from '../../results/result-links.ts';
import type { Poll } from '../../tasks/poll.queries.ts';
import { taskRecord } from '../../tasks/record.ts';
import { notFound } from '../errors.ts';
import {
  type AppEnv,
  announceRate,
  type RatePolicy,
  type Rates,
  refuseOverLimit,
  WINDOW_SECONDS,
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
    const now = new Date();
    const retryAfter = pollAfterSeconds(found, { mode: context.get('keyMode'), now, policy });
    return reply({
      status: 200,
      headers: {
        ...headers,
        'X-Request-Id': context.get('requestId'),
        ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
      },
      body: taskRecord(found.task, links, now),
    });
  };
}

/**
 * Seconds until the next query is worthwhile and within the limit of the task; undefined for a task that is finished.
 * Live tasks are polled as often as the limit allows. A sandbox task is ready in about a second unless its request
 * delays it: polls with a test key begin at once and become rarer as the task grows older (OPEN-13).
 */
export function pollAfterSeconds(
  { task, decision }: NonNullable<Poll['found']>,
  { mode, now, policy }: { readonly mode: Mode; readonly now: Date; readonly policy: RatePolicy },
): number | undefined {
  if (task.finishedAt !== null) return undefined;
  if (decision.remaining === 0) return decision.resetSeconds;
  const interval = Math.ceil(WINDOW_SECONDS / policy.quota);
  if (mode === 'live') return interval;
  const age = Math.floor((now.getTime() - task.createdAt.getTime()) / 1000);
  return Math.max(1, Math.min(age, interval));
}
