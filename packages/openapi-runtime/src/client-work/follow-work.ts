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
  const { follow } = wait.definition;
  if (follow && wait.interval === undefined) {
    for await (const reading of follow(client, wait)) {
      yield reading;
      if (reading.end) return;
    }
  }
  yield* pollWork(client, wait);
}

async function* pollWork(client: Client, wait: WorkWait): AsyncGenerator<WorkReading, void, undefined> {
  const { clock, random } = client.settings;
  const { definition, interval, signal, pause = clock.sleep } = wait;
  const startedAt = clock.now();
  let scheduledMs = definition.every ?? FIRST_PAUSE_MS;
  let { pauseMs = 0 } = wait;
  for (;;) {
    if (pauseMs > 0) await pause(pauseMs, signal, clock);
    const sentAt = clock.now();
    const { reading, retryAfter = 0 } = await tryReading(client, wait, sentAt - startedAt < START_MS);
    if (reading) yield reading;
    if (reading?.end) return;
    // A reading that waited was part of the pause.
    const nextMs = interval ?? scheduledMs * (1 + random() / 4) - (clock.now() - sentAt);
    const retryMs = retryAfter * 1000;
    pauseMs = reading ? (interval ?? (retryMs || nextMs)) : Math.max(nextMs, retryMs);
    scheduledMs = Math.max(scheduledMs, Math.min(scheduledMs * GROWTH, LONGEST_PAUSE_MS));
  }
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
  const { data, status, response } = (await client
    .send<OperationTypes>(reader, { request, options })
    .withResponse()) as Answer;
  return { ...readState(definition, { status, data }), data, response };
}
