// Follows one task to its end by status queries.
import {
  type Client,
  isTransient,
  requireAmount,
  retryAfterSeconds,
  retryDelayMs,
  startDeadline,
} from '@keyframe/openapi-runtime/client';
import type { CallOptions } from './client-options.ts';
import type { FinishedTask, Task } from './contract-types.ts';
import type { KeyframeError } from './errors/keyframe-error.ts';
import { WaitTimeoutError } from './errors/wait-timeout-error.ts';
import { getTask } from './generated/operations.ts';
import type { PollBudget } from './poll-budget.ts';

/** The service's rule for polling a task (END-5). */
const DEFAULT_POLL_INTERVAL_MS = 10_000;
/** Twice as long as the service gives a task: whoever waits longer waits for a service that is gone. */
const DEFAULT_WAIT_TIMEOUT_MS = 3_600_000;

/** Statuses that do not change again. */
const FINAL = /^(?:completed|failed)$/;

/** Options of `tasks.wait` and `tasks.watch`; `timeout` bounds each poll, and there are no retries but the next poll. */
export interface WaitOptions extends Omit<CallOptions, 'retries'> {
  /** Milliseconds between polls; by default what the service asks for in Retry-After, else 10 seconds. */
  pollInterval?: number | undefined;
  /** Bounds the whole wait, in milliseconds; one hour by default. It ends with a `WaitTimeoutError`. */
  waitTimeout?: number | undefined;
}

/** What all the pollers of one client share. */
export interface Pollers {
  client: Client;
  budget: PollBudget;
  /** When tasks that were accepted just now may first be asked for, by the clock. */
  firstPolls: Map<string, number>;
}

/** Tells how far a wait has come; its deadline reports it. */
export interface WaitProgress {
  taskId?: string | undefined;
  /** What the last poll failed with. */
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
 * Gives a record whenever the status has changed, the first one included, and ends with the task. A poll that failed
 * counts as one: the next comes no sooner (END-5). How often polls fail does not matter, since an outage of the service
 * ends no task: the deadline alone ends the wait.
 */
export async function* watchTask(
  pollers: Pollers,
  taskId: string,
  options: WaitOptions = {},
): AsyncGenerator<Task, void, undefined> {
  const { client, budget, firstPolls } = pollers;
  const { clock, random, logger, errors } = client.settings;
  const { pollInterval } = options;
  const progress: WaitProgress = { taskId };
  const { signal, end } = startWait(pollers, options, progress);
  try {
    const intervalMs = requireAmount(errors, 'pollInterval', pollInterval ?? DEFAULT_POLL_INTERVAL_MS);
    // Whoever names an interval is not told when to ask first.
    let pauseMs = pollInterval === undefined ? (firstPolls.get(taskId) ?? 0) - clock.now() : 0;
    let failures = 0;
    for (let status: string | undefined; ; ) {
      if (pauseMs > 0) await clock.sleep(pauseMs, signal);
      await budget.takeTurn(signal);
      const call = getTask(client, { path: { id: taskId } }, { ...options, signal, retries: 0 });
      const answer = await call.withResponse().catch((error: KeyframeError) => {
        signal.throwIfAborted();
        failures += 1;
        const retryMs = retryDelayMs(error, isTransient, { failures, random });
        if (retryMs === undefined) throw error;
        progress.cause = error;
        pauseMs = Math.max(intervalMs, retryMs);
        logger?.warn(`${error.message} Retrying in ${pauseMs} ms.`);
      });
      if (answer === undefined) continue;
      const { data: task, response } = answer;
      failures = 0;
      progress.cause = undefined;
      pauseMs = pollInterval ?? (askedMs(response) || intervalMs);
      if (task.status !== status) yield task;
      status = task.status;
      if (FINAL.test(status)) return;
    }
  } finally {
    end();
  }
}

/** Tells how long the service asks to wait, in milliseconds. */
export function askedMs({ headers }: Response): number {
  return (retryAfterSeconds(headers) ?? 0) * 1000;
}

/** Gives the record of a task once it is completed or failed. */
export async function waitForTask(
  pollers: Pollers,
  taskId: string,
  options?: WaitOptions,
): Promise<FinishedTask> {
  let last: Task | undefined;
  for await (last of watchTask(pollers, taskId, options));
  // The iteration ends with a finished task, or throws.
  return last as FinishedTask;
}
