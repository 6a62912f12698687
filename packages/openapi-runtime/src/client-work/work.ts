// Work that a service does after it has responded: a handle of it, in the process that started it or in another one.
import { requireAmount } from '../client/attempts.ts';
import type { CallArguments, CallOptions, Client } from '../client/client.ts';
import { startDeadline } from '../client/deadline.ts';
import type { Answer } from '../client/error-factory.ts';
import type { OperationTypes } from '../client/operation-types.ts';
import { retryAfterSeconds } from '../client/retry.ts';
import { FIRST_PAUSE_MS, followWork } from './follow-work.ts';
import type { WorkDefinition, WorkReading, WorkWait } from './work-definition.ts';
import { WorkFailedError, WorkTimeoutError } from './work-errors.ts';

/** Options of a wait. */
export interface WaitOptions<TData = unknown> extends Pick<WorkWait, 'call' | 'interval' | 'pause'> {
  /** Bounds the wait with all its requests and pauses, in milliseconds; one hour by default. */
  timeout?: number | undefined;
  /** Ends the wait, which then rejects with the signal's reason; the work continues. */
  signal?: AbortSignal | undefined;
  /** Receives each reading; the wait goes on when it has resolved. */
  onProgress?: ((reading: WorkReading<TData>) => void | Promise<void>) | undefined;
}

/** Work that a service has accepted. */
export interface Work<TResult, TFailure = unknown, TData = unknown> {
  /** Continues the work in another process. */
  readonly id: string;
  /**
   * Waits for the end of the work and returns its result.
   * @throws {WorkFailedError} when the work fails or is cancelled
   * @throws {WorkTimeoutError} when it does not end in time
   */
  result(options?: WaitOptions<TData>): Promise<TResult>;
  /** The type of the last reading of work that has failed. */
  readonly failure?: TFailure;
}

/** Work that the service can cancel. */
export interface CancellableWork<TResult, TFailure = unknown, TData = unknown>
  extends Work<TResult, TFailure, TData> {
  /** Requests that the service cancels the work. */
  cancel(options?: CallOptions): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 3_600_000;

/**
 * Starts work; generated functions call it.
 * @throws as the call of the operation does, and `errors.response` for no id of its work
 */
export async function startWork<TWork extends Work<unknown>>(
  client: Client,
  definition: WorkDefinition,
  { request, options }: CallArguments,
): Promise<TWork> {
  const { clock, errors } = client.settings;
  const { start, every = FIRST_PAUSE_MS, locate } = definition;
  const result = (await client.send<OperationTypes>(start, { request, options }).withResponse()) as Answer;
  const { data, response } = result;
  const id = locate.write({ request, data, response });
  if (id === undefined) {
    const target = { operation: start.id, method: start.method, url: response.url };
    const issue = { path: [], message: 'no id of its work' };
    throw errors.response({ answer: result, target, isDocumented: false, issue });
  }
  const pauseMs = (retryAfterSeconds(response.headers) ?? 0) * 1000 || every;
  return createWork<TWork>(client, { definition, id, firstAt: clock.now() + pauseMs });
}

/** Continues work by its id, and sends nothing yet; generated functions call it. */
export function resumeWork<TWork extends Work<unknown>>(
  client: Client,
  definition: WorkDefinition,
  id: string,
): TWork {
  return createWork(client, { definition, id });
}

function createWork<TWork extends Work<unknown>>(
  client: Client,
  located: Pick<WorkWait, 'definition' | 'firstAt' | 'id'>,
): TWork {
  const { definition, id } = located;
  const { request } = definition.locate.read(id);
  const operation = definition.start.id;
  const details = { operation, workId: id };
  const prefix = `${operation}: work ${id} `;
  const work: CancellableWork<unknown> = {
    id,
    async result({ timeout = DEFAULT_TIMEOUT_MS, signal, onProgress, ...options } = {}) {
      const { clock, errors } = client.settings;
      const deadline = startDeadline({
        clock,
        ms: requireAmount(errors, 'timeout', timeout),
        signal,
        reason: () =>
          new WorkTimeoutError(`${prefix}did not end within ${timeout} ms.`, {
            ...details,
            cause: wait.cause,
          }),
      });
      const wait: WorkWait = { ...located, ...options, signal: deadline.signal };
      try {
        let last: WorkReading | undefined;
        for await (last of followWork(client, wait)) await onProgress?.(last);
        const { end, state, data, response } = last as WorkReading;
        if (end === 'failure' || end === 'cancelled') {
          throw new WorkFailedError(`${prefix}ended: ${state}.`, { ...details, end, state, data });
        }
        return definition.result ? await definition.result(client, { request, data, response }, wait) : data;
      } finally {
        deadline.end();
      }
    },
    async cancel(options) {
      await definition.cancel?.(client, { request, data: undefined }, options);
    },
  };
  // Its types are those of the document.
  return work as Work<unknown> as TWork;
}
