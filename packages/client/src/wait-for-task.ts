import type { Clock } from './clock.ts';
import type { FinishedTask, Task } from './contract-types.ts';
import { withRetries } from './retry.ts';
import { WaitTimeoutError } from './wait-timeout-error.ts';

/** A timer may fire that much before the time that it was set to. */
const TIMER_EARLY_MS = 1;

/** How to wait for a task. */
export interface WaitForTaskOptions {
  clock: Clock;
  random: () => number;
  retries: number;
  signal: AbortSignal | undefined;
  pollIntervalMs: number;
  timeoutMs: number;
  /** Asks once, within so many milliseconds. */
  poll: (taskId: string, timeoutMs: number) => Promise<Task>;
}

function isFinished(task: Task): task is FinishedTask {
  return task.status === 'completed' || task.status === 'failed';
}

/**
 * Polls until the task is completed or failed. A poll that failed counts as one: the next comes no sooner (END-5).
 * @throws {WaitTimeoutError} when the time is up
 */
export async function waitForTask(taskId: string, options: WaitForTaskOptions): Promise<FinishedTask> {
  const { clock, random, retries, signal, pollIntervalMs, timeoutMs, poll } = options;
  const deadline = clock.now() + timeoutMs;
  const pause = async (atLeastMs: number) => {
    const delayMs = Math.max(atLeastMs, pollIntervalMs);
    const remainingMs = deadline - clock.now();
    await clock.sleep(Math.min(delayMs, remainingMs), signal);
    if (delayMs >= remainingMs) throw new WaitTimeoutError(taskId, timeoutMs);
  };
  for (;;) {
    const task = await withRetries(() => poll(taskId, deadline - clock.now()), {
      ...{ retries, random, pause },
    }).catch((error: unknown) => {
      // The last attempt ends with the wait: what it ended with is not what the caller has to know.
      const isOver = clock.now() >= deadline - TIMER_EARLY_MS;
      if (!isOver || signal?.aborted || error instanceof WaitTimeoutError) throw error;
      throw new WaitTimeoutError(taskId, timeoutMs, { cause: error });
    });
    if (isFinished(task)) return task;
    await pause(pollIntervalMs);
  }
}
