// Reads work until it ends: by a stream, by readings that wait, or by a schedule.
import type { Client } from '../client/client.ts';
import { throwIfAborted } from '../client/clock.ts';
import type { Answer } from '../client/error-factory.ts';
import type { OperationTypes } from '../client/operation-types.ts';
import { type FailedResponse, isTransient, retryAfterSeconds } from '../client/retry.ts';
import { readState } from './states.ts';
import type { WorkReading, WorkWait } from './work-definition.ts';

export const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const GROWTH = 1.5;
/** The time in which a service may not know work that it has just accepted. */
const START_MS = 10_000;
const NOT_FOUND = 404;

/** Yields the readings of work, the last of which has an end. */
export async function* followWork(
  client: Client,
  wait: WorkWait,
): AsyncGenerator<WorkReading, void, undefined> {
  const { clock, random } = client.settings;
  const { interval, firstAt = -Infinity, signal, definition } = wait;
  const { every, follow } = definition;
  wait.pause ??= async (ms) => {
    if (ms > 0) await clock.sleep(ms, signal);
  };
  for await (const reading of follow?.(client, wait) ?? []) {
    yield reading;
    if (reading.end) return;
  }
  let scheduledMs = every ?? FIRST_PAUSE_MS;
  let pauseMs = firstAt - clock.now();
  let end: WorkReading['end'];
  do {
    await wait.pause(pauseMs, signal, clock);
    const sentAt = clock.now();
    const { reading, retryAfter = 0 } = await tryReading(client, wait, sentAt - firstAt < START_MS);
    if (reading) yield reading;
    const nextMs = scheduledMs * (1 + random() / 4);
    const retryMs = retryAfter * 1000;
    // A reading that waited was part of the pause; one that failed was not.
    pauseMs = reading
      ? (interval ?? (retryMs || nextMs - clock.now() + sentAt))
      : Math.max(interval ?? 0, nextMs, retryMs);
    scheduledMs = every ?? Math.min(scheduledMs * GROWTH, LONGEST_PAUSE_MS);
    end = reading?.end;
  } while (!end);
}

interface Attempt {
  reading?: WorkReading;
  /** The seconds that the service asks to wait. */
  retryAfter?: number | undefined;
}

async function tryReading(client: Client, wait: WorkWait, isNew: boolean): Promise<Attempt> {
  try {
    const reading = await readWork(client, wait);
    wait.cause = undefined;
    return { reading, retryAfter: retryAfterSeconds(reading.response.headers) };
  } catch (error) {
    throwIfAborted(wait.signal);
    const failure = error as FailedResponse;
    if (!isTransient(failure) && !(isNew && failure.status === NOT_FOUND)) throw error;
    wait.cause = error;
    client.settings.logger?.warn(failure.message);
    return failure;
  }
}

/** Reads work once. */
export async function readWork(
  client: Client,
  wait: WorkWait,
): Promise<WorkReading & { response: Response }> {
  const { definition, id, call, signal, interval } = wait;
  const { timeout } = client.settings;
  const { request, reader = (interval === undefined && definition.waitingReader) || definition.reader } =
    definition.locate.read(id);
  const options = { timeout, ...call, signal, retries: 0 };
  const { data, response } = (await client
    .send<OperationTypes>(reader, { request, options })
    .withResponse()) as Answer;
  return { ...readState(definition, { status: response.status, data }), data, response };
}
