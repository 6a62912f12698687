// Follows one task until it ends, by its event stream or by polls.
import {
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
import { followStream } from './follow-stream.ts';
import { getTask } from './generated/operations.ts';
import type { Pollers } from './pollers.ts';

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
   * the task is only polled: neither its event stream nor a response at the end of the task is requested.
   */
  pollInterval?: number | undefined;
  /** Timeout of the whole wait, in milliseconds; one hour by default. After it, `WaitTimeoutError` is thrown. */
  waitTimeout?: number | undefined;
}

interface WatchOptions extends WaitOptions {
  /** Seconds for which a poll requests the service to wait for the end of the task. */
  waitSeconds?: number;
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
 * the service has none that works.
 */
export async function* watchTask(
  pollers: Pollers,
  taskId: string,
  { waitSeconds = 0, ...options }: WatchOptions = {},
): AsyncGenerator<Task, void, undefined> {
  const progress: WaitProgress = { taskId };
  const { signal, end } = startWait(pollers, options, progress);
  const watch = { taskId, options, waitSeconds, signal, progress };
  try {
    let status: string | undefined;
    for await (const task of readRecords(pollers, watch)) {
      if (task.status !== status) yield task;
      status = task.status;
      if (FINAL.test(status)) return;
    }
  } finally {
    end();
  }
}

interface Watch {
  taskId: string;
  options: WaitOptions;
  waitSeconds: number;
  /** Ends the watch: its deadline, or the caller. */
  signal: AbortSignal;
  progress: WaitProgress;
}

async function* readRecords(pollers: Pollers, watch: Watch): AsyncGenerator<Task, void, undefined> {
  const { taskId, options, signal } = watch;
  if (options.pollInterval === undefined) yield* followStream(pollers, taskId, { ...options, signal });
  yield* pollTask(pollers, watch);
}

/**
 * Yields the record of each poll. A failed poll counts as a poll: it does not shorten the interval (END-5). The number of
 * failures is not limited, because an outage of the service does not end a task; only the deadline ends the polls.
 */
async function* pollTask(
  { client, budget, firstPolls }: Pollers,
  { taskId, options, waitSeconds, signal, progress }: Watch,
): AsyncGenerator<Task, never, undefined> {
  const { clock, random, logger, errors, timeout: defaultTimeout } = client.settings;
  const { pollInterval, timeout = defaultTimeout } = options;
  const intervalMs = requireAmount(errors, 'pollInterval', pollInterval ?? DEFAULT_POLL_INTERVAL_MS);
  const waiting = waitSeconds && {
    timeout: timeout + waitSeconds * 1000,
    headers: { Prefer: `wait=${waitSeconds}`, ...options.headers },
  };
  // A configured interval overrides the time of the first poll that the service suggests.
  let pauseMs = pollInterval === undefined ? (firstPolls.get(taskId) ?? 0) - clock.now() : 0;
  for (let failures = 0; ; ) {
    if (pauseMs > 0) await clock.sleep(pauseMs, signal);
    await budget.takeTurn(signal);
    const call = getTask(client, { path: { id: taskId } }, { ...options, ...waiting, signal, retries: 0 });
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
    failures = 0;
    progress.cause = undefined;
    pauseMs = pollInterval ?? (retryAfterMs(answer.response) || intervalMs);
    yield answer.data;
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
  options: WaitOptions = {},
): Promise<FinishedTask> {
  const waitSeconds = options.pollInterval === undefined ? MAX_WAIT_SECONDS : 0;
  let last: Task | undefined;
  for await (last of watchTask(pollers, taskId, { ...options, waitSeconds }));
  // The iteration ends with a finished task, or throws.
  return last as FinishedTask;
}
