import type { Handlers } from '@keyframe/contract/hono';
import type { Context } from 'hono';
import type { Mode } from '../../db/tables.ts';
import type { ResultLinks } from '../../results/result-links.ts';
import type { FoundTask } from '../../tasks/poll.queries.ts';
import { taskRecord } from '../../tasks/record.ts';
import type { WaitForTask } from '../../tasks/task-waits.ts';
import type { AppEnv } from '../app-env.ts';
import { responseFields } from '../middleware/authentication.ts';
import { type RatePolicy, WINDOW_SECONDS } from '../rate-limits.ts';
import { readWaitPreference } from '../wait-preference.ts';
import { type PollServices, pollPolicy, readTaskAgain, requireTask } from './polled-task.ts';

export interface StatusServices extends PollServices {
  readonly links: ResultLinks;
  readonly waitForTask: WaitForTask;
}

/** Answers GET /v1/tasks/{id} (END-3). */
export function getTask(services: StatusServices): Handlers<AppEnv>['getTask'] {
  const { links } = services;
  const policy = pollPolicy(services);
  return (context, reply) => {
    const found = requireTask(context, context.req.valid('param').id, policy);
    const { ended } = context.get('poll');
    const waitSeconds = readWaitPreference(context.req.valid('header').Prefer);
    const respond = ({ found: { task, decision } = found, waitedMs }: WaitResult) => {
      const now = new Date();
      const mode = context.get('keyMode');
      const retryAfter = pollAfterSeconds({ task, decision }, { mode, now, policy, waitedMs: waitedMs ?? 0 });
      const hasWaited = waitedMs !== undefined || task.finishedAt !== null;
      if (ended !== undefined) ended.record ??= taskRecord(task, links, now);
      return reply({
        status: 200,
        headers: {
          ...responseFields(context),
          ...(waitSeconds !== undefined && hasWaited && { 'Preference-Applied': `wait=${waitSeconds}` }),
          ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
        },
        body: ended?.record ?? taskRecord(task, links, now),
      });
    };
    if (waitSeconds === undefined || found.task.finishedAt !== null) return respond({});
    const wait = waitForEnd(services, context, { found, ms: waitSeconds * 1000 });
    return wait === undefined ? respond({}) : wait.then(respond);
  };
}

/** The task after a wait, and the time that it took; empty without a wait. */
interface WaitResult {
  readonly found?: FoundTask;
  readonly waitedMs?: number;
}

interface RequestedEnd {
  readonly found: FoundTask;
  readonly ms: number;
}

/** Waits for the end of a task and reads it again; undefined if its owner has no room for another wait. */
function waitForEnd(
  services: StatusServices,
  context: Context<AppEnv>,
  { found, ms }: RequestedEnd,
): Promise<WaitResult> | undefined {
  const taskId = found.task.id;
  const { ownerId } = context.get('poll');
  const wait = services.waitForTask({ ownerId, taskId, ms, response: context.env?.outgoing });
  return wait?.then(async (waitedMs) => {
    context.set('waitedMs', waitedMs);
    const { task } = await readTaskAgain(services, context, taskId);
    return { found: { ...found, task }, waitedMs };
  });
}

/**
 * Seconds until the next query is worthwhile and within the limit of the task; undefined for a task that is finished.
 * Live tasks are polled as often as the limit allows. A sandbox task is ready in about a second unless its request
 * delays it: polls with a test key begin at once and become rarer as the task grows older (OPEN-13). The time that a query
 * waited has passed already.
 */
export function pollAfterSeconds(
  { task, decision }: FoundTask,
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
