// Follows one task until it ends, by the links of the contract.
import type { Client } from '@keyframe/openapi-runtime/client';
import {
  followWork,
  requireAmount,
  retryAfterSeconds,
  startDeadline,
  type WorkWait,
} from '@keyframe/openapi-runtime/internal';
import type { CallOptions } from './client-options.ts';
import type { FinishedTask, Task } from './contract-types.ts';
import { WaitTimeoutError } from './errors/wait-timeout-error.ts';
import { createVideoGenerationWorkDefinition } from './generated/work.ts';
import type { PollBudget } from './poll-budget.ts';

/** The service's rule for polling a task (END-5). */
const POLL_INTERVAL_MS = 10_000;
/** Twice the service's time limit of a task: after it, the service is considered gone. */
const DEFAULT_WAIT_TIMEOUT_MS = 3_600_000;

const TASK = { ...createVideoGenerationWorkDefinition, every: POLL_INTERVAL_MS };
/** A reader that waits for the end of a task would skip its other states. */
const { waitingReader: _, ...WATCHED_TASK } = TASK;

/** State that all waits of one client share. */
export interface Pollers {
  client: Client;
  budget: PollBudget;
  /** Earliest times, by the clock, to poll recently accepted tasks. */
  firstPolls: ReadonlyMap<string, number>;
}

/**
 * Options of `tasks.wait` and `tasks.watch`; `timeout` bounds each poll, in addition to the time that the poll requests the
 * service to wait. A failed poll is retried by the next one.
 */
export interface WaitOptions extends Omit<CallOptions, 'retries'> {
  /**
   * Milliseconds between polls; by default the Retry-After of the response, or 10 seconds without it. With an interval,
   * the task is only polled: neither its event stream nor a response at the end of the task is requested.
   */
  pollInterval?: number | undefined;
  /** Timeout of the whole wait, in milliseconds; one hour by default. After it, `WaitTimeoutError` is thrown. */
  waitTimeout?: number | undefined;
}

/** Progress of a wait, which its deadline reports. */
export interface WaitProgress {
  taskId?: string | undefined;
  /** The error of the last failed poll. */
  cause?: unknown;
}

/** Starts the deadline of a wait, and ends it with the wait. */
export function startWait(
  { client: { settings } }: Pollers,
  { waitTimeout = DEFAULT_WAIT_TIMEOUT_MS, signal }: WaitOptions,
  progress: WaitProgress,
) {
  return startDeadline({
    clock: settings.clock,
    ms: requireAmount(settings.errors, 'waitTimeout', waitTimeout),
    signal,
    reason: () => new WaitTimeoutError(waitTimeout, progress),
  });
}

/**
 * Yields a record for the first status and each change of it, and ends with the task: by its event stream, and by polls if
 * the service has none that works. The number of failed polls is not limited, because an outage of the service does not end
 * a task; only the deadline ends the polls.
 */
export async function* watchTask(
  pollers: Pollers,
  taskId: string,
  { definition = WATCHED_TASK, ...options }: WaitOptions & Partial<Pick<WorkWait, 'definition'>> = {},
): AsyncGenerator<Task, void, undefined> {
  const { client, budget, firstPolls } = pollers;
  const { pollInterval: interval, ...call } = options;
  const progress = { taskId };
  const { signal, end } = startWait(pollers, options, progress);
  try {
    if (interval !== undefined) requireAmount(client.settings.errors, 'pollInterval', interval);
    const wait: WorkWait = Object.assign(progress, {
      definition,
      id: taskId,
      call,
      signal,
      interval,
      // A configured interval overrides the time that the service suggests.
      firstAt: interval === undefined ? firstPolls.get(taskId) : undefined,
      pause: budget.pause,
    });
    let status: string | undefined;
    for await (const { state, data } of followWork(client, wait)) {
      if (state !== status) yield data as Task;
      status = state;
    }
  } finally {
    end();
  }
}

/** Returns the Retry-After of a response in milliseconds, 0 if it has none. */
export function retryAfterMs({ headers }: Response): number {
  return (retryAfterSeconds(headers) ?? 0) * 1000;
}

/** Returns the record of a task after it is completed or failed. */
export async function waitForTask(
  pollers: Pollers,
  taskId: string,
  options: WaitOptions = {},
): Promise<FinishedTask> {
  let last: Task | undefined;
  for await (last of watchTask(pollers, taskId, { ...options, definition: TASK }));
  // The iteration ends with a finished task, or throws.
  return last as FinishedTask;
}
