/**
 * Has videos made by another service of this contract. What has to survive a crash is a row: the request before it is
 * sent, the id once it is known, the callback when it comes. So any worker can take a task over at any point.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient, type VideoGenerationRequest } from '@keyframe/client';
import {
  GenerationInterruptedError,
  type GenerationOptions,
  type GenerationProvider,
  type GenerationRequest,
} from '@keyframe/generation-provider';
import { type AwaitServices, awaitOutcome } from './await-outcome.ts';
import { watchEvents } from './event-watch.ts';
import { type FetchServices, fetchResult } from './fetch-result.ts';
import type { Repeat, UpstreamStore, UpstreamTask } from './ports.ts';
import { isTransient, needsOperator, upstreamRefusal } from './upstream-failure.ts';
import { UPSTREAM_CALLBACK_PATH, type UpstreamSettings } from './upstream-settings.ts';

export interface UpstreamServices extends Omit<FetchServices, 'pollIntervalMs'> {
  readonly store: UpstreamStore;
  readonly repeat: Repeat;
  readonly settings: UpstreamSettings;
  /** Base URL of the addresses of callbacks. */
  readonly publicUrl: string;
  /** Makes the previews of test keys: a sandbox spends nothing upstream. */
  readonly previews: GenerationProvider;
  /** How often to ask where no callback comes, at least 10 seconds (END-5); six times as long where one does. */
  readonly pollIntervalMs?: number;
}

/** They only wait. An owner must not keep all slots of the others. Tasks take minutes, so that 2 seconds are nothing. */
const SLOTS = { all: 64, perOwner: 16, pollMs: 2_000 };
const POLL_INTERVAL_MS = 10_000;
/** With callbacks, asking is for the one that got lost. */
const POLLS_WITH_CALLBACKS = 6;

/** Creates the provider; sends nothing yet. */
export function createUpstreamProvider(services: UpstreamServices): GenerationProvider {
  const { settings, previews, log, pollIntervalMs = POLL_INTERVAL_MS } = services;
  const client = createClient({ apiKey: settings.key, baseUrl: settings.url });
  const events = settings.callbackSecrets.length > 0 ? watchEvents(services) : undefined;
  const waiting: AwaitServices = {
    client,
    log,
    events,
    pollIntervalMs: events === undefined ? pollIntervalMs : pollIntervalMs * POLLS_WITH_CALLBACKS,
  };
  return {
    slots: SLOTS,
    async generate(request, options) {
      if (request.fidelity === 'preview') return previews.generate(request, options);
      const { taskId } = request;
      const upstreamId = await submit({ ...services, client, pollIntervalMs }, request, options);
      const result = await awaitOutcome(waiting, { taskId, upstreamId }, options.signal);
      return fetchResult({ ...services, pollIntervalMs }, result, { ...request, signal: options.signal });
    },
    async close() {
      await Promise.all([events?.stop(), previews.close()]);
    },
  };
}

type SubmitServices = UpstreamServices & { readonly client: Client; readonly pollIntervalMs: number };

/** Gives the task's id upstream, submitting it unless that was done before. */
async function submit(
  services: SubmitServices,
  request: GenerationRequest,
  { signal }: GenerationOptions,
): Promise<string> {
  const { store, publicUrl, settings, log } = services;
  const { taskId } = request;
  const callbackUrl =
    settings.callbackSecrets.length > 0 ? `${publicUrl}${UPSTREAM_CALLBACK_PATH}/${taskId}` : undefined;
  const opened = { taskId, request: upstreamRequest(request, callbackUrl) };
  const row = await stored(() => store.open(opened));
  if (row.upstreamId !== null) return row.upstreamId;
  const upstreamId = await send(services, row, signal);
  await stored(() => store.noteUpstreamId({ taskId, upstreamId }));
  log.info({ taskId, upstreamId }, 'accepted upstream');
  return upstreamId;
}

/**
 * Makes the submission upstream, as JSON: the task's own, defaults filled in and its seed drawn. References go by their
 * URLs; that they are allowed was seen before anything is paid for.
 */
function upstreamRequest(
  { model, input, seed }: Pick<GenerationRequest, 'model' | 'input' | 'seed'>,
  callbackUrl: string | undefined,
): string {
  const references = Object.entries(input).filter(([, value]) => Array.isArray(value) && value.length === 0);
  const used = { ...input, ...Object.fromEntries(references.map(([name]) => [name, undefined])) };
  return JSON.stringify({ model, callback_url: callbackUrl, input: { ...used, seed } });
}

/** Sends until there is an answer; the task's id as Idempotency-Key makes every repetition the same submission. */
async function send(
  { client, log, pollIntervalMs }: SubmitServices,
  { taskId, request }: UpstreamTask,
  signal: AbortSignal,
): Promise<string> {
  // Created by `upstreamRequest`, or by an earlier version of it.
  const body: VideoGenerationRequest = JSON.parse(request);
  for (;;) {
    try {
      return (await client.videos.create(body, { idempotencyKey: taskId, signal })).taskId;
    } catch (error) {
      signal.throwIfAborted();
      if (needsOperator(error)) log.error({ taskId, err: error }, 'UPSTREAM_KEY needs an operator');
      if (!isTransient(error)) throw upstreamRefusal(error);
      log.warn({ taskId, err: error }, 'upstream is not available: asking again');
    }
    await delay(pollIntervalMs, undefined, { signal });
  }
}

/** A result that cannot be stored is not a failure of the task: its job returns to the queue. */
async function stored<TResult>(action: () => Promise<TResult>): Promise<TResult> {
  try {
    return await action();
  } catch (cause) {
    throw new GenerationInterruptedError('The upstream task could not be stored.', { cause });
  }
}
