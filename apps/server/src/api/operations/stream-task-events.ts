import type { KeyObject } from 'node:crypto';
import type { Handlers } from '@keyframe/contract/hono';
import { hashApiKey } from '../../keys/api-key.ts';
import type { ResultLinks } from '../../results/result-links.ts';
import { type ShownTask, taskRecord } from '../../tasks/record.ts';
import type { TaskStreams } from '../../tasks/task-streams.ts';
import type { ReadWaitingTask } from '../../tasks/waiting.queries.ts';
import type { AppEnv } from '../app-env.ts';
import { invalidApiKey, notFound, tooManyStreams } from '../errors.ts';
import { announceRate, rateFields, requireScope } from '../middleware/authentication.ts';
import { type RatePolicy, type Rates, refuseOverLimit } from '../middleware/rate-limits.ts';

/** Clients whose streams end together, at a restart, come back at different times within these bounds. */
const RETRY_MS = { min: 1_000, max: 3_000 };

/** Answers GET /v1/tasks/{id}/events; opening a stream counts as a query of the task (END-5). */
export function streamTaskEvents({
  links,
  rates,
  readWaitingTask,
  taskStreams,
  keySecret,
}: {
  readonly links: ResultLinks;
  readonly rates: Pick<Rates, 'poll'>;
  readonly readWaitingTask: ReadWaitingTask;
  readonly taskStreams: TaskStreams;
  readonly keySecret: KeyObject;
}): Handlers<AppEnv>['streamTaskEvents'] {
  const policy: RatePolicy = { name: 'poll', quota: rates.poll };
  return async (context, reply) => {
    const { found } = context.get('poll');
    const taskId = context.req.valid('param').id;
    if (found === undefined) throw notFound(`Task ${taskId} not found.`);
    announceRate(context, policy, found.decision);
    refuseOverLimit(policy, found.decision, 'this task');
    const hash = hashApiKey(context.get('token'), keySecret);
    const current = await readWaitingTask({ hash, taskId });
    if (current === undefined) throw invalidApiKey();
    requireScope(current.inScope, 'tasks:read');
    const { ownerId, task } = current;
    const seen = context.req.valid('header')['Last-Event-ID'];
    const headers = { ...rateFields(context), 'X-Request-Id': context.get('requestId') };
    const isEnded = task.finishedAt !== null;
    if (isEnded && task.status === seen) return reply({ status: 204, headers });
    let retry: number | undefined = drawRetry();
    const show = (state: ShownTask) => {
      const first = retry !== undefined && { retry };
      retry = undefined;
      return {
        event: 'task' as const,
        id: state.status,
        ...first,
        data: taskRecord(state, links, new Date()),
      };
    };
    const body = isEnded ? [show(task)] : taskStreams.open({ hash, ownerId, taskId, task, seen, show });
    if (body === undefined) throw tooManyStreams();
    context.header('Cache-Control', 'no-store');
    // Keeps nginx from collecting events.
    context.header('X-Accel-Buffering', 'no');
    return reply({ status: 200, headers, body });
  };
}

function drawRetry(): number {
  return RETRY_MS.min + Math.floor(Math.random() * (RETRY_MS.max - RETRY_MS.min));
}
