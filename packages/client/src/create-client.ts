import { type ClientOptions, settingsOf } from './client-options.ts';
import type {
  CompletedTask,
  CreditBalance,
  FinishedTask,
  PricedModel,
  Task,
  VideoGenerationAccepted,
  VideoGenerationRequest,
} from './contract-types.ts';
import { type DownloadOptions, downloadResult, type TaskWithResults } from './download-result.ts';
import { type CreateOptions, type GenerateOptions, generateVideo, type Submit } from './generate-video.ts';
import { createPollBudget } from './poll-budget.ts';
import { type ApiPromise, apiPromise } from './transport/api-promise.ts';
import { createVideoGeneration, getCredits, getTask, listModels } from './transport/operations.ts';
import { retryAfterSeconds } from './transport/retry-after.ts';
import { type CallOptions, createTransport } from './transport/transport.ts';
import { type WaitOptions, waitForTask, watchTask } from './watch-task.ts';

/** Calls the service. Every method rejects with a `KeyframeError`, or with the reason of its signal. */
export interface Client {
  videos: {
    /** Submits a generation. All attempts carry one Idempotency-Key: a lost response is never paid twice (OPEN-23). */
    create(request: VideoGenerationRequest, options?: CreateOptions): ApiPromise<VideoGenerationAccepted>;
    /**
     * Submits a generation and waits for its end.
     * @throws {TaskFailedError} when the task fails
     * @throws {WaitTimeoutError} when it does not end in time; its `taskId` is what to wait for again
     */
    generate(request: VideoGenerationRequest, options?: GenerateOptions): Promise<CompletedTask>;
  };
  tasks: {
    /** Gets the record of a task. */
    get(taskId: string, options?: CallOptions): ApiPromise<Task>;
    /**
     * Waits until a task is completed or failed, and gives its record either way; in any process, by its id.
     * @throws {WaitTimeoutError} when it does not end in time
     */
    wait(taskId: string, options?: WaitOptions): Promise<FinishedTask>;
    /** Iterates over a task's records, one for each status that is seen, until it is completed or failed. */
    watch(taskId: string, options?: WaitOptions): AsyncGenerator<Task, void, undefined>;
  };
  credits: {
    /** Gets the balance that the key spends: the live or the test one. */
    get(options?: CallOptions): ApiPromise<CreditBalance>;
  };
  models: {
    /** Lists the models with their prices. */
    list(options?: CallOptions): ApiPromise<{ data: PricedModel[] }>;
  };
  results: {
    /**
     * Downloads a result: a response whose body streams the file.
     * @throws {ResultUnavailableError} when the task has no such result, or no longer
     */
    download(task: TaskWithResults, options?: DownloadOptions): Promise<Response>;
  };
}

/**
 * Creates a client; sends nothing yet.
 * @throws {ConfigurationError} for a key or a URL that is missing or none
 */
export function createClient(options: ClientOptions = {}): Client {
  const settings = settingsOf(options);
  const { clock } = settings;
  const budget = createPollBudget(clock);
  const transport = createTransport(settings, budget.note);
  const firstPolls = new Map<string, number>();
  const pollers = { transport, budget, firstPolls };

  const submit: Submit = async (body, { idempotencyKey = randomKey(), ...callOptions }) => {
    const header = { 'Idempotency-Key': idempotencyKey };
    const answer = await createVideoGeneration(transport, { body, header }, callOptions);
    // Noted until then only, so that the map does not grow.
    for (const [id, at] of firstPolls) if (at <= clock.now()) firstPolls.delete(id);
    const seconds = retryAfterSeconds(answer.response.headers) ?? 0;
    firstPolls.set(answer.data.taskId, clock.now() + seconds * 1000);
    return answer;
  };

  return {
    videos: {
      create: (request, createOptions = {}) => apiPromise(submit(request, createOptions)),
      generate: (request, generateOptions) => generateVideo({ ...pollers, submit }, request, generateOptions),
    },
    tasks: {
      get: (id, callOptions) => apiPromise(getTask(transport, { path: { id } }, callOptions)),
      wait: (taskId, waitOptions) => waitForTask(pollers, taskId, waitOptions),
      watch: (taskId, waitOptions) => watchTask(pollers, taskId, waitOptions),
    },
    credits: { get: (callOptions) => apiPromise(getCredits(transport, callOptions)) },
    models: { list: (callOptions) => apiPromise(listModels(transport, callOptions)) },
    results: {
      download: (task, downloadOptions) => downloadResult(transport, task, downloadOptions),
    },
  };
}

/** Pages that are served by http have no `crypto.randomUUID`. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
