import type { Handlers } from '@keyframe/contract/hono';
import type { ResultLinks } from '../../results/result-links.ts';
import { type ShownTask, taskRecord } from '../../tasks/record.ts';
import type { TaskStreams } from '../../tasks/task-streams.ts';
import type { AppEnv } from '../app-env.ts';
import { tooManyStreams } from '../errors.ts';
import { responseFields } from '../middleware/authentication.ts';
import { type PollServices, pollPolicy, readTaskAgain, requireTask } from './polled-task.ts';

/** Clients whose streams end together, at a restart, come back at different times within these bounds. */
const RETRY_MS = { min: 1_000, max: 3_000 };

/** Answers GET /v1/tasks/{id}/events; opening a stream counts as a query of the task (END-5). */
export function streamTaskEvents(
  services: PollServices & { readonly links: ResultLinks; readonly taskStreams: TaskStreams },
): Handlers<AppEnv>['streamTaskEvents'] {
  const { links, taskStreams } = services;
  const policy = pollPolicy(services);
  return async (context, reply) => {
    const { id: taskId } = context.req.valid('param');
    requireTask(context, taskId, policy);
    const { hash, ownerId, task } = await readTaskAgain(services, context, taskId);
    const seen = context.req.valid('header')['Last-Event-ID'];
    const headers = responseFields(context);
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
