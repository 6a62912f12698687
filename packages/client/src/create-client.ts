import type { paths } from '@keyframe/contract';
// Not 0.17: its response types lose members that are null, such as failed_reason.
import createFetchClient from 'openapi-fetch';
import { type Clock, SYSTEM_CLOCK } from './clock.ts';
import type {
  FinishedTask,
  Task,
  VideoGenerationAccepted,
  VideoGenerationRequest,
} from './contract-types.ts';
import { exchange } from './exchange.ts';
import { withRetries } from './retry.ts';
import { waitForTask } from './wait-for-task.ts';

const DEFAULT_RETRIES = 4;
const DEFAULT_REQUEST_TIMEOUT_MS = 30_000;
/** The service's rule for polling a task (END-5). */
const DEFAULT_POLL_INTERVAL_MS = 10_000;

/** Configures a client. */
export interface ClientOptions {
  /** `sk_live_…` or `sk_test_…`. */
  apiKey: string;
  /** Where the service is, such as `https://api.example.com`. */
  baseUrl: string;
  /** Sends the requests; the global `fetch` by default. */
  fetch?: (request: Request) => Promise<Response>;
  /** Attempts after the first, of one call; 4 by default. */
  retries?: number;
  /** Bounds each attempt, in milliseconds; 30 seconds by default. */
  requestTimeoutMs?: number;
  clock?: Clock;
  /** Spreads retries; gives a number from 0 to below 1. */
  random?: () => number;
}

/** Options that every call takes. */
export interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** Options of `create`. */
export interface CreateOptions extends CallOptions {
  /** Names the submission for 24 hours, so that it is paid once; a random one by default. */
  idempotencyKey?: string;
}

/** Options of `wait`. */
export interface WaitOptions extends CallOptions {
  /** 10 seconds by default, the shortest that the service allows over time. */
  pollIntervalMs?: number;
  /** Ends the wait with a `WaitTimeoutError`; without it the wait ends with the task. */
  timeoutMs?: number;
}

/** Calls the service. Every method rejects with a `ClientError`, or with the reason of its signal. */
export interface Client {
  /** Submits a generation. All attempts carry one Idempotency-Key: a lost answer is never paid twice (OPEN-23). */
  create(request: VideoGenerationRequest, options?: CreateOptions): Promise<VideoGenerationAccepted>;
  /** Gets the record of a task. */
  get(taskId: string, options?: CallOptions): Promise<Task>;
  /** Waits until a task is completed or failed, and gives its record either way. */
  wait(taskId: string, options?: WaitOptions): Promise<FinishedTask>;
}

/**
 * Creates a client; sends nothing yet.
 * @throws {TypeError} for a `baseUrl` that is no URL, or an `apiKey` that no header can hold
 */
export function createClient(options: ClientOptions): Client {
  const {
    retries = DEFAULT_RETRIES,
    requestTimeoutMs = DEFAULT_REQUEST_TIMEOUT_MS,
    clock = SYSTEM_CLOCK,
    random = Math.random,
  } = options;
  const api = createFetchClient<paths>({
    baseUrl: new URL(options.baseUrl).href,
    headers: new Headers({ Authorization: `Bearer ${options.apiKey}` }),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  const retrying = <TResult>(action: () => Promise<TResult>, signal: AbortSignal | undefined) =>
    withRetries(action, { retries, random, pause: (ms) => clock.sleep(ms, signal) });
  const getOnce = (taskId: string, signal: AbortSignal | undefined, timeoutMs = requestTimeoutMs) =>
    exchange((either) => api.GET('/v1/tasks/{id}', { params: { path: { id: taskId } }, signal: either }), {
      signal,
      timeoutMs: Math.min(timeoutMs, requestTimeoutMs),
    });

  return {
    create(body, { idempotencyKey = crypto.randomUUID(), signal } = {}) {
      const params = { header: { 'Idempotency-Key': idempotencyKey } };
      const createOnce = () =>
        exchange((either) => api.POST('/v1/videos/generations', { params, body, signal: either }), {
          signal,
          timeoutMs: requestTimeoutMs,
        });
      return retrying(createOnce, signal);
    },
    get: (taskId, { signal } = {}) => retrying(() => getOnce(taskId, signal), signal),
    wait: (taskId, { signal, pollIntervalMs = DEFAULT_POLL_INTERVAL_MS, timeoutMs = Infinity } = {}) =>
      waitForTask(taskId, {
        ...{ clock, random, retries, signal, pollIntervalMs, timeoutMs },
        poll: (id, remainingMs) => getOnce(id, signal, remainingMs),
      }),
  };
}
