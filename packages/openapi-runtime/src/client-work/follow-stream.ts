// Follows work by an event stream whose events are readings.
import type { Client } from '../client/client.ts';
import { type Clock, throwIfAborted } from '../client/clock.ts';
import type { OperationDefinition } from '../client/operation-definition.ts';
import type { OperationTypes } from '../client/operation-types.ts';
import type { StreamEvent } from '../streams/parse-events.ts';
import { readWork } from './follow-work.ts';
import { readState } from './states.ts';
import type { WorkDefinition, WorkReading, WorkWait } from './work-definition.ts';

/** The service sends the first event at once: without it, a proxy holds the stream back. */
const FIRST_EVENT_MS = 10_000;
/** Time after which the work is read, since a connection may be dead without an error. */
const SILENCE_MS = 50_000;
/** Until the stream contains another time. */
const RECONNECTION_MS = 2000;

/**
 * Follows work by the stream of an operation that has the parameters of the reader. Ends, without an error, if there is no
 * stream that works: readings then find the error, if there is one. A stream that made progress before it broke is requested
 * again.
 */
export function followStream(operation: OperationDefinition): WorkDefinition['follow'] & object {
  return async function* follow(client, wait) {
    if (wait.interval !== undefined) return;
    const { clock, logger } = client.settings;
    const { signal } = wait;
    const connection = new AbortController();
    const abort = () => connection.abort(signal.reason);
    signal.addEventListener('abort', abort);
    const progress: Progress = { retryMs: RECONNECTION_MS };
    const stream = { operation, progress, wait: { ...wait, signal: connection.signal } };
    try {
      throwIfAborted(signal);
      for (let pauseMs = 0; ; pauseMs = progress.retryMs) {
        await wait.pause?.(pauseMs, signal, clock);
        if (!(yield* readConnection(client, stream))) return;
      }
    } catch (error) {
      throwIfAborted(signal);
      logger?.debug(`No events of ${wait.id}: ${(error as Error).message}`);
    } finally {
      signal.removeEventListener('abort', abort);
      connection.abort();
    }
  };
}

interface Progress {
  state?: string;
  eventId?: string;
  retryMs: number;
}

interface Stream {
  operation: OperationDefinition;
  wait: WorkWait;
  progress: Progress;
}

/** Yields the readings that one connection contains; returns whether another one is worthwhile after it. */
async function* readConnection(
  client: Client,
  { operation, wait, progress }: Stream,
): AsyncGenerator<WorkReading, boolean, undefined> {
  const { definition, id, call, signal } = wait;
  const { request } = definition.locate.read(id);
  const { eventId } = progress;
  const headers = { ...call?.headers, ...(eventId !== undefined && { 'last-event-id': eventId }) };
  const stream = await client.send<OperationTypes>(operation, {
    request,
    options: { ...call, headers, signal, retries: 0 },
  });
  const events = (stream as AsyncIterable<StreamEvent> | undefined)?.[Symbol.asyncIterator]();
  let hasProgress = false;
  for (let next = events?.next(); next; ) {
    const ms = progress.state === undefined ? FIRST_EVENT_MS : SILENCE_MS;
    const result = await settleWithin(next, client.settings.clock, ms);
    if (result?.done) break;
    const reading = result
      ? toReading(definition, result.value.data)
      : await readWork(client, { ...wait, interval: 0 });
    const isNews = reading.state !== progress.state;
    progress.state = reading.state;
    if (isNews) yield reading;
    if (result) {
      hasProgress = true;
      const { id: newId = progress.eventId, retry = progress.retryMs } = result.value;
      Object.assign(progress, { eventId: newId, retryMs: retry });
      next = events?.next();
    } else if (isNews) return false;
  }
  return hasProgress;
}

function toReading(definition: WorkDefinition, data: unknown): WorkReading {
  return { ...readState(definition, { status: 200, data }), data };
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
