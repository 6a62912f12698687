import type { Handlers } from '@keyframe/contract/hono';
import type { Context } from 'hono';
import type { Mode } from '../../db/tables.ts';
import type { ResultLinks } from '../../results/result-links.ts';
import type { Poll } from '../../tasks/poll.queries.ts';
import { type ShownTask, taskRecord } from '../../tasks/record.ts';
import { type TaskChanges, waitForEnd } from '../../tasks/task-changes.ts';
import type { ReadWaitingTask } from '../../tasks/waiting.queries.ts';
import { measureWait } from '../../telemetry/metrics.ts';
import { invalidApiKey, notFound } from '../errors.ts';
import {
  type AppEnv,
  announceRate,
  type RatePolicy,
  type Rates,
  refuseOverLimit,
  requireScope,
  WINDOW_SECONDS,
} from '../middleware/authentication.ts';
import { readWaitPreference } from '../wait-preference.ts';

interface WaitServices {
  readonly readWaitingTask: ReadWaitingTask;
  readonly taskChanges: TaskChanges;
}

/** Answers GET /v1/tasks/{id} (END-3); each task has a polling limit of its own (END-5). */
export function getTask({
  links,
  rates,
  ...services
}: WaitServices & {
  readonly links: ResultLinks;
  readonly rates: Pick<Rates, 'poll'>;
}): Handlers<AppEnv>['getTask'] {
  const policy: RatePolicy = { name: 'poll', quota: rates.poll };
  return async (context, reply) => {
    const { found } = context.get('poll');
    if (found === undefined) throw notFound(`Task ${context.req.valid('param').id} not found.`);
    const headers = announceRate(context, policy, found.decision);
    refuseOverLimit(policy, found.decision, 'this task');
    const waitSeconds = readWaitPreference(context.req.valid('header').Prefer);
    const waited =
      waitSeconds === undefined ? undefined : await awaitEnd(services, context, { found, waitSeconds });
    const task = waited ?? found.task;
    const now = new Date();
    const waitedMs = context.get('waitedMs') ?? 0;
    const mode = context.get('keyMode');
    const retryAfter = pollAfterSeconds({ ...found, task }, { mode, now, policy, waitedMs });
    return reply({
      status: 200,
      headers: {
        ...headers,
        'X-Request-Id': context.get('requestId'),
        ...(waited !== undefined && { 'Preference-Applied': `wait=${waitSeconds}` }),
        ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
      },
      body: taskRecord(task, links, now),
    });
  };
}

/** Waits until a task has ended and returns it; undefined if its owner has too many requests that wait. */
async function awaitEnd(
  { readWaitingTask, taskChanges }: WaitServices,
  context: Context<AppEnv>,
  { found, waitSeconds }: { readonly found: NonNullable<Poll['found']>; readonly waitSeconds: number },
): Promise<ShownTask | undefined> {
  if (found.task.finishedAt !== null) return found.task;
  const taskId = found.task.id;
  // The key may be revoked, and its owner suspended, while the request waits.
  const read = async () => {
    const current = await readWaitingTask({ hash: context.get('keyHash'), taskId });
    if (current === undefined) throw invalidApiKey();
    requireScope(current.inScope, 'tasks:read');
    return current;
  };
  const { ownerId, task } = await read();
  if (task.finishedAt !== null) return task;
  const startedAt = performance.now();
  const options = { ms: waitSeconds * 1000, signal: context.req.raw.signal };
  const hasWaited = await measureWait(() => waitForEnd(taskChanges, { ownerId, taskId }, options));
  context.set('waitedMs', performance.now() - startedAt);
  if (!hasWaited) return undefined;
  return options.signal.aborted ? task : (await read()).task;
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
