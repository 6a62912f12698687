import type { Clock } from './clock.ts';
import type { FinishedTask, Task } from './contract-types.ts';
import { backoffMs, retryDelayMs } from './retry.ts';
import { WaitTimeoutError } from './wait-timeout-error.ts';

/** A timer may fire that much before the time that it was set to. */
const TIMER_EARLY_MS = 1;

/** How to wait for a task. */
export interface WaitForTaskOptions {
  clock: Clock;
  random: () => number;
  signal: AbortSignal | undefined;
  /** By the clock; before it the service does not want to be asked. */
  firstPollAt: number;
  pollIntervalMs: number;
  timeoutMs: number;
  /** Asks once, within so many milliseconds. */
  poll: (taskId: string, timeoutMs: number) => Promise<Task>;
}

function isFinished(task: Task): task is FinishedTask {
  return task.status === 'completed' || task.status === 'failed';
}

/**
 * Polls until the task is completed or failed. A poll that failed counts as one: the next comes no sooner (END-5). How
 * often polls fail does not matter, since an outage of the service ends no task: the deadline alone ends the wait.
 * @throws {WaitTimeoutError} when the time is up; its cause is what the last poll failed with
 */
export async function waitForTask(taskId: string, options: WaitForTaskOptions): Promise<FinishedTask> {
  const { clock, random, signal, pollIntervalMs, timeoutMs, poll } = options;
  const deadline = clock.now() + timeoutMs;
  let failures = 0;
  let cause: unknown;
  let delayMs = options.firstPollAt - clock.now();
  for (;;) {
    const remainingMs = deadline - clock.now();
    if (delayMs > 0) await clock.sleep(Math.min(delayMs, remainingMs), signal);
    if (delayMs >= remainingMs) throw new WaitTimeoutError(taskId, timeoutMs, { cause });
    delayMs = pollIntervalMs;
    try {
      const task = await poll(taskId, deadline - clock.now());
      if (isFinished(task)) return task;
      failures = 0;
      cause = undefined;
    } catch (error) {
      failures += 1;
      const retryMs = retryDelayMs(error, backoffMs(failures, random));
      if (retryMs === undefined) throw error;
      cause = error;
      delayMs = Math.max(pollIntervalMs, retryMs);
      if (clock.now() >= deadline - TIMER_EARLY_MS) throw new WaitTimeoutError(taskId, timeoutMs, { cause });
    }
  }
}
