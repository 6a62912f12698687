/** Waits for the end of a task upstream: by its callback where there is one, and by asking. */

import { setTimeout as delay } from 'node:timers/promises';
import type { Client, FinishedTask } from '@keyframe/client';
import type { CallbackEvent } from '@keyframe/client/webhooks';
import type { EventWatch } from './event-watch.ts';
import type { UpstreamLog } from './ports.ts';
import { isTransient, needsOperator, upstreamFailure, upstreamRefusal } from './upstream-failure.ts';

/** The result of a completed task upstream. */
export interface UpstreamResult {
  readonly videoUrl: string;
  readonly lastFrameUrl: string | null;
}

export interface AwaitServices {
  readonly client: Pick<Client, 'tasks'>;
  readonly log: UpstreamLog;
  /** Absent where no callback can arrive. */
  readonly events: EventWatch | undefined;
  readonly pollIntervalMs: number;
}

export interface AwaitedTask {
  readonly taskId: string;
  readonly upstreamId: string;
}

/**
 * Gives the result, whichever way it is heard of first.
 * @throws {GenerationFailedError} when the task failed upstream, or is not to be found there
 */
export async function awaitOutcome(
  services: AwaitServices,
  task: AwaitedTask,
  signal: AbortSignal,
): Promise<UpstreamResult> {
  const heard = new AbortController();
  const either = AbortSignal.any([signal, heard.signal]);
  const ways = [poll(services, task, either).then(resultOfRecord)];
  if (services.events !== undefined) {
    ways.push(services.events.wait(task.taskId, either).then(resultOfEvent));
  }
  try {
    return await Promise.race(ways);
  } finally {
    heard.abort();
  }
}

/** Asks until the end. What may pass is waited for, and so is the operator: the video is paid for by now. */
async function poll(
  { client, log, pollIntervalMs }: AwaitServices,
  { taskId, upstreamId }: AwaitedTask,
  signal: AbortSignal,
): Promise<FinishedTask> {
  for (;;) {
    try {
      // The job's own timeout ends the wait.
      const options = { signal, pollInterval: pollIntervalMs, waitTimeout: Number.POSITIVE_INFINITY };
      return await client.tasks.wait(upstreamId, options);
    } catch (error) {
      signal.throwIfAborted();
      if (!isTransient(error) && !needsOperator(error)) throw upstreamRefusal(error);
      log.error({ taskId, upstreamId, err: error }, 'upstream gives no account of a task: asking again');
    }
    await delay(pollIntervalMs, undefined, { signal });
  }
}

function resultOfRecord(task: FinishedTask): UpstreamResult {
  if (task.status === 'failed') throw upstreamFailure(task.id, task.failed_reason);
  return readResult(task.id, task.data);
}

function resultOfEvent(event: CallbackEvent): UpstreamResult {
  if (event.status === 'failed') throw upstreamFailure(event.id, event.data.failed_reason);
  return readResult(event.id, event.data);
}

function readResult(
  upstreamId: string,
  {
    results,
    last_frame_url,
  }: { readonly results: readonly string[]; readonly last_frame_url: string | null },
): UpstreamResult {
  const [videoUrl] = results;
  if (videoUrl === undefined) throw upstreamFailure(upstreamId, 'its results are gone');
  return { videoUrl, lastFrameUrl: last_frame_url };
}
