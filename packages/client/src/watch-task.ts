// Polls one task until it ends.
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
/** Twice the service's time limit of a task: after it, the service is considered gone. */
const DEFAULT_WAIT_TIMEOUT_MS = 3_600_000;

/** The longest wait that a poll requests; many proxies end a request after a minute without a response. */
const MAX_WAIT_SECONDS = 50;

/** Final statuses. */
const FINAL = /^(?:completed|failed)$/;

/**
 * Options of `tasks.wait` and `tasks.watch`; `timeout` bounds each poll, in addition to the time that the poll requests the
 * service to wait. A failed poll is retried by the next one.
 */
export interface WaitOptions extends Omit<CallOptions, 'retries'> {
  /**
   * Milliseconds between polls; by default the Retry-After of the response, or 10 seconds without it. With an interval,
   * `wait` does not request that the service responds only when the task ends.
   */
  pollInterval?: number | undefined;
  /** Timeout of the whole wait, in milliseconds; one hour by default. After it, `WaitTimeoutError` is thrown. */
  waitTimeout?: number | undefined;
}

/** State shared by all pollers of one client. */
export interface Pollers {
  client: Client;
  budget: PollBudget;
  /** Earliest times, by the clock, to poll recently accepted tasks. */
  firstPolls: Map<string, number>;
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
 * Yields a record for the first status and each change of it, and ends with the task. A failed poll counts as a poll: it
 * does not shorten the interval (END-5). The number of failures is not limited, because an outage of the service does
 * not end a task; only the deadline ends the wait.
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
    // A configured interval overrides the time of the first poll that the service suggests.
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
      pauseMs = pollInterval ?? (retryAfterMs(response) || intervalMs);
      if (task.status !== status) yield task;
      status = task.status;
      if (FINAL.test(status)) return;
    }
  } finally {
    end();
  }
}

/** Returns the Retry-After of a response in milliseconds, 0 if it has none. */
export function retryAfterMs({ headers }: Response): number {
  return (retryAfterSeconds(headers) ?? 0) * 1000;
}

/**
 * Returns the record of a task after it is completed or failed. Polls request that the service responds when the task ends; a
 * service that does not, responds at once and is polled.
 */
export async function waitForTask(
  pollers: Pollers,
  taskId: string,
  { timeout = pollers.client.settings.timeout, ...options }: WaitOptions = {},
): Promise<FinishedTask> {
  const waiting = options.pollInterval === undefined && {
    timeout: timeout + MAX_WAIT_SECONDS * 1000,
    headers: { Prefer: `wait=${MAX_WAIT_SECONDS}`, ...options.headers },
  };
  let last: Task | undefined;
  for await (last of watchTask(pollers, taskId, { timeout, ...options, ...waiting }));
  // The iteration ends with a finished task, or throws.
  return last as FinishedTask;
}
