import type { Handlers } from '@keyframe/contract/hono';
import type { Mode } from '../../db/tables.ts';
import type { ResultLinks } from '../../results/result-links.ts';
import type { Poll } from '../../tasks/poll.queries.ts';
import { taskRecord } from '../../tasks/record.ts';
import type { AppEnv } from '../app-env.ts';
import { notFound } from '../errors.ts';
import { announceRate } from '../middleware/authentication.ts';
import { type RatePolicy, type Rates, refuseOverLimit, WINDOW_SECONDS } from '../middleware/rate-limits.ts';
import { readWaitPreference } from '../wait-preference.ts';
import type { WaitingRequests } from '../waiting-requests.ts';

/** Answers GET /v1/tasks/{id} (END-3); each task has a polling limit of its own (END-5). */
export function getTask({
  links,
  rates,
  waitingRequests,
}: {
  readonly links: ResultLinks;
  readonly rates: Pick<Rates, 'poll'>;
  readonly waitingRequests: Pick<WaitingRequests, 'park'>;
}): Handlers<AppEnv>['getTask'] {
  const policy: RatePolicy = { name: 'poll', quota: rates.poll };
  return (context, reply) => {
    const { ownerId, found } = context.get('poll');
    if (found === undefined) throw notFound(`Task ${context.req.valid('param').id} not found.`);
    const headers = announceRate(context, policy, found.decision);
    refuseOverLimit(policy, found.decision, 'this task');
    const { task, decision } = found;
    const requestId = context.get('requestId');
    const resumed = context.get('resumed');
    const waitSeconds = readWaitPreference(context.req.valid('header').Prefer);
    const hasWaited = resumed !== undefined || task.finishedAt !== null;
    if (waitSeconds !== undefined && !hasWaited) {
      const firstPass = {
        requestId,
        startedMs: context.get('startedMs'),
        decision: context.get('limits').decision,
        taskDecision: decision,
      };
      const wait = { ownerId, taskId: task.id, ms: waitSeconds * 1000 };
      const parked = waitingRequests.park(context.env, firstPass, wait);
      // Its answer is created again after the wait; this one is for an owner without room.
      if (parked !== undefined) context.set('parked', parked);
    }
    const now = new Date();
    const waitedMs = resumed?.waitedMs ?? 0;
    const mode = context.get('keyMode');
    const retryAfter = pollAfterSeconds({ task, decision }, { mode, now, policy, waitedMs });
    return reply({
      status: 200,
      headers: {
        ...headers,
        'X-Request-Id': requestId,
        ...(waitSeconds !== undefined && hasWaited && { 'Preference-Applied': `wait=${waitSeconds}` }),
        ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
      },
      body: taskRecord(task, links, now),
    });
  };
}

/**
 * Seconds until the next query is worthwhile and within the limit of the task; undefined for a task that is finished.
 * Live tasks are polled as often as the limit allows. A sandbox task is ready in about a second unless its request
 * delays it: polls with a test key begin at once and become rarer as the task grows older (OPEN-13). The time that a query
 * waited has passed already.
 */
export function pollAfterSeconds(
  { task, decision }: NonNullable<Poll['found']>,
  {
    mode,
    now,
    policy,
    waitedMs,
  }: { readonly mode: Mode; readonly now: Date; readonly policy: RatePolicy; readonly waitedMs: number },
): number | undefined {
  if (task.finishedAt !== null) return undefined;
  // Rounded, as a timer may end a fraction of a millisecond early.
  const waitedSeconds = Math.round(waitedMs / 1000);
  if (decision.remaining === 0) return Math.max(1, decision.resetSeconds - waitedSeconds);
  const interval = Math.ceil(WINDOW_SECONDS / policy.quota);
  if (mode === 'live') return Math.max(1, interval - waitedSeconds);
  const age = Math.floor((now.getTime() - task.createdAt.getTime()) / 1000);
  return Math.max(1, Math.min(age, interval) - waitedSeconds);
}
