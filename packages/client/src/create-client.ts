import type { paths } from '@keyframe/contract';
// Not 0.17: its response types lose members that are null, such as failed_reason.
import createFetchClient from 'openapi-fetch';
import { type Clock, SYSTEM_CLOCK } from './clock.ts';
import { ConfigurationError } from './configuration-error.ts';
import type {
  FinishedTask,
  Task,
  VideoGenerationAccepted,
  VideoGenerationRequest,
} from './contract-types.ts';
import { exchange } from './exchange.ts';
import { withRetries } from './retry.ts';
import { retryAfterSeconds } from './retry-after.ts';
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
 * @throws {TypeError} for a `baseUrl` that is no URL
 * @throws {ConfigurationError} for an `apiKey` that is none
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
    headers: new Headers({ Authorization: `Bearer ${requireApiKey(options.apiKey)}` }),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  const retrying = <TResult>(action: () => Promise<TResult>, signal: AbortSignal | undefined) =>
    withRetries(action, { retries, random, pause: (ms) => clock.sleep(ms, signal) });
  const getOnce = (taskId: string, signal: AbortSignal | undefined, timeoutMs = requestTimeoutMs) =>
    exchange(
      (either) =>
        api.GET('/v1/tasks/{id}', { params: { path: { id: requireTaskId(taskId) } }, signal: either }),
      { signal, timeoutMs: Math.min(timeoutMs, requestTimeoutMs) },
    ).then(({ data }) => data);
  const firstPolls = new Map<string, number>();
  /** Notes when a task may first be asked for, and forgets those whose time has come. */
  const noteFirstPoll = (taskId: string, headers: Headers) => {
    for (const [id, at] of firstPolls) if (at <= clock.now()) firstPolls.delete(id);
    firstPolls.set(taskId, clock.now() + (retryAfterSeconds(headers) ?? 0) * 1000);
  };

  return {
    async create(body, { idempotencyKey = randomKey(), signal } = {}) {
      const params = { header: { 'Idempotency-Key': idempotencyKey } };
      const createOnce = () =>
        exchange((either) => api.POST('/v1/videos/generations', { params, body, signal: either }), {
          signal,
          timeoutMs: requestTimeoutMs,
        });
      const { data, response } = await retrying(createOnce, signal);
      noteFirstPoll(data.taskId, response.headers);
      return data;
    },
    get: async (taskId, { signal } = {}) => retrying(() => getOnce(taskId, signal), signal),
    wait: (taskId, { signal, pollIntervalMs = DEFAULT_POLL_INTERVAL_MS, timeoutMs = Infinity } = {}) =>
      waitForTask(taskId, {
        clock,
        random,
        signal,
        firstPollAt: firstPolls.get(taskId) ?? clock.now(),
        pollIntervalMs,
        timeoutMs,
        poll: (id, remainingMs) => getOnce(id, signal, remainingMs),
      }),
  };
}

function requireApiKey(apiKey: string): string {
  if (/^(?!Bearer\b)\S+$/i.test(apiKey ?? '')) return apiKey;
  throw new ConfigurationError(
    'apiKey must be a key, such as sk_test_…, without spaces and without "Bearer".',
  );
}

/** URLs have no way to say `.` and `..` as a segment. */
function requireTaskId(taskId: string): string {
  if (typeof taskId === 'string' && !['', '.', '..'].includes(taskId)) return taskId;
  throw new ConfigurationError(`Expected a task id (got ${JSON.stringify(taskId)}).`);
}

/** Pages that are served by http have no `crypto.randomUUID`. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
