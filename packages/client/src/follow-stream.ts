// Follows one task by its event stream.
import type { Clock } from '@keyframe/openapi-runtime/client';
import type { CallOptions } from './client-options.ts';
import type { Task } from './contract-types.ts';
import { getTask, streamTaskEvents } from './generated/operations.ts';
import type { Pollers } from './pollers.ts';

/** The service sends the first event at once: without it, a proxy holds the stream back. */
const FIRST_EVENT_MS = 10_000;
/** Time after which the record is queried, since a connection may be dead without an error. */
const SILENCE_MS = 50_000;
/** Until the stream contains another time. */
const RECONNECTION_MS = 2000;

/**
 * Yields the record in each state that the stream contains. Ends, without an error, if the service has no stream, or none
 * that works: polls then find the error, if there is one. A stream that made progress before it broke is requested again.
 */
export async function* followStream(
  pollers: Pollers,
  taskId: string,
  options: CallOptions & { signal: AbortSignal },
): AsyncGenerator<Task, void, undefined> {
  const { clock, logger } = pollers.client.settings;
  const { signal } = options;
  const connection = new AbortController();
  const abort = () => connection.abort(signal.reason);
  signal.addEventListener('abort', abort);
  const call = { ...options, signal: connection.signal, retries: 0 };
  const followed: Followed = { taskId, seen: undefined, retryMs: RECONNECTION_MS };
  try {
    while (yield* readConnection(pollers, followed, call)) await clock.sleep(followed.retryMs, signal);
  } catch (error) {
    signal.throwIfAborted();
    logger?.debug(`No events of ${taskId}: ${(error as Error).message}`);
  } finally {
    signal.removeEventListener('abort', abort);
    connection.abort();
  }
}

interface Followed {
  taskId: string;
  /** The status that was seen last, which is the id of its event. */
  seen: string | undefined;
  retryMs: number;
}

/** Yields the states that one connection contains; returns whether another one is worthwhile after it. */
async function* readConnection(
  { client, budget }: Pollers,
  followed: Followed,
  call: CallOptions & { signal: AbortSignal },
): AsyncGenerator<Task, boolean, undefined> {
  const path = { id: followed.taskId };
  await budget.takeTurn(call.signal);
  const stream = await streamTaskEvents(client, { path, header: { 'Last-Event-ID': followed.seen } }, call);
  const events = stream?.[Symbol.asyncIterator]();
  let hasProgress = false;
  for (let next = events?.next(); next; ) {
    const ms = followed.seen ? SILENCE_MS : FIRST_EVENT_MS;
    const result = await settleWithin(next, client.settings.clock, ms);
    if (result?.done) break;
    const task = result?.value.data ?? (await getTask(client, { path }, call));
    const isNews = task.status !== followed.seen;
    followed.seen = task.status;
    if (isNews) yield task;
    if (result) {
      hasProgress = true;
      followed.retryMs = result.value.retry ?? followed.retryMs;
      next = events?.next();
    } else if (isNews) return false;
  }
  return hasProgress;
}

/** Returns the result of an iterator, undefined if it takes longer; one that fails has ended. */
function settleWithin<TItem>(
  next: Promise<IteratorResult<TItem, unknown>>,
  clock: Clock,
  ms: number,
): Promise<IteratorResult<TItem, unknown> | undefined> {
  return new Promise((resolve) => {
    const stopTimer = clock.setTimer(ms, () => resolve(undefined));
    next
      .catch(() => ({ done: true as const, value: undefined }))
      .then((result) => {
        stopTimer();
        resolve(result);
      });
  });
}
