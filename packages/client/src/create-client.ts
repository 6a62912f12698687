import { type ApiPromise, apiPromise } from './api-promise.ts';
import { type CallOptions, type ClientOptions, resolveSettings } from './client-options.ts';
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
import { createVideoGeneration, getCredits, getTask, listModels } from './generated/operations.ts';
import { createPollBudget } from './poll-budget.ts';
import { createSender, senders } from './sender.ts';
import { retryAfterMs, type WaitOptions, waitForTask, watchTask } from './watch-task.ts';

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

/** The status that only a submission has. */
const ACCEPTED = 202;

/**
 * Creates a client; sends nothing yet.
 * @throws {ConfigurationError} for a missing or invalid key or URL
 */
export function createClient(options: ClientOptions = {}): Client {
  const settings = resolveSettings(options);
  const { clock } = settings;
  const budget = createPollBudget(clock);
  const firstPolls = new Map<string, number>();
  const client = createSender(settings, ({ data, response }) => {
    budget.note(response);
    if (response.status !== ACCEPTED) return;
    // Noted until then only, so that the map does not grow.
    for (const [id, at] of firstPolls) if (at <= clock.now()) firstPolls.delete(id);
    firstPolls.set((data as VideoGenerationAccepted).taskId, clock.now() + retryAfterMs(response));
  });
  const pollers = { client, budget, firstPolls };

  const submit: Submit = (body, { idempotencyKey, ...callOptions } = {}) => {
    const header = { 'Idempotency-Key': idempotencyKey };
    return apiPromise(createVideoGeneration(client, { body, header }, callOptions));
  };

  const methods: Client = {
    videos: {
      create: submit,
      generate: (request, generateOptions) => generateVideo({ ...pollers, submit }, request, generateOptions),
    },
    tasks: {
      get: (id, callOptions) => apiPromise(getTask(client, { path: { id } }, callOptions)),
      wait: (taskId, waitOptions) => waitForTask(pollers, taskId, waitOptions),
      watch: (taskId, waitOptions) => watchTask(pollers, taskId, waitOptions),
    },
    credits: { get: (callOptions) => apiPromise(getCredits(client, {}, callOptions)) },
    models: { list: (callOptions) => apiPromise(listModels(client, {}, callOptions)) },
    results: {
      download: (task, downloadOptions) => downloadResult(settings, { task, ...downloadOptions }),
    },
  };
  senders.set(methods, client);
  return methods;
}
