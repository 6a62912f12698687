/** Runs one task from `generating` to its end. Every outcome ends the task or returns its job to the queue. */

import type { GenerationRequest } from '@keyframe/generation-provider';
import { retryTransient } from '../db/retry-transient.ts';
import type { Task } from '../db/tables.ts';
import type { JobEnd } from '../jobs/job-handler.ts';
import { InvalidMaterialError } from '../references/invalid-material-error.ts';
import type { ResultFile } from '../results/result-links.ts';
import { timeRender } from '../telemetry/metrics.ts';
import { checkResult } from './check-result.ts';
import { type FetchedTask, openFetchedTask } from './fetch-task.ts';
import { startTask } from './start-task.ts';
import {
  deleteFilesOfFailed,
  failForError,
  type GenerateServices,
  onThisMachine,
  type RunBounds,
} from './task-run.ts';

export interface GenerateOptions {
  /** Its references; they are fetched, where they are not there yet. */
  readonly fetched?: FetchedTask | undefined;
  /** Fires when the process stops, or has lost the lease of the job. */
  readonly stopping: AbortSignal;
}

/**
 * Generates a task's video and settles it.
 * @throws when `stopping` fires first, or the server keeps the provider from going on: the job then goes back to the
 * queue and the task stays `generating`
 */
export async function generateTask(
  services: GenerateServices,
  taskId: string,
  { fetched, stopping }: GenerateOptions,
): Promise<JobEnd> {
  const start = await startTask(services, taskId, stopping);
  if (start.kind !== 'started') return start;
  const { task, bounds } = start;
  let result: { readonly hasLastFrame: boolean };
  try {
    result = await produce(services, task, { fetched, bounds });
  } catch (error) {
    await failForError(services, task, { error, bounds });
    return { kind: 'ended' };
  }
  // An error from here on is the database's, and no failure of the task. A finished video is worth some patience;
  // in the end the job goes back to the queue.
  const { hasLastFrame } = result;
  const isCompleted = await retryTransient(
    () => services.endTask({ kind: 'completed', taskId, hasLastFrame }),
    stopping,
  );
  if (!isCompleted) await deleteFilesOfFailed(services, taskId);
  return { kind: 'ended' };
}

async function produce(
  services: GenerateServices,
  task: Task,
  { fetched, bounds }: { readonly fetched: FetchedTask | undefined; readonly bounds: RunBounds },
): Promise<{ readonly hasLastFrame: boolean }> {
  const { signal } = bounds;
  // Disposing twice deletes once: what was given is disposed of by who gave it as well.
  await using run = fetched ?? (await openFetchedTask(services, task, bounds));
  const { work, fetchedBytes } = run;
  const result = await provide(services, task, { run, signal }).catch((cause: unknown) => {
    if (!(cause instanceof InvalidMaterialError)) throw cause;
    throw new InvalidMaterialError(cause.message, { cause, usedCpuMs: cause.usedCpuMs, fetchedBytes });
  });
  await checkResult(work, result);
  const problem = 'the result could not be kept';
  const keep = (file: ResultFile, path: string) =>
    onThisMachine(services, { taskId: task.id, problem, signal }, () =>
      services.store.put({ taskId: task.id, file }, path, signal),
    );
  if (result.hasLastFrame) await keep('last-frame', work.lastFramePath);
  // When the video is there, everything is there.
  await keep('video', work.videoPath);
  return result;
}

async function provide(
  { provider, log }: GenerateServices,
  { id: taskId, ownerId, model, input, seed, mode }: Task,
  { run: { work, materials }, signal }: { readonly run: FetchedTask; readonly signal: AbortSignal },
): Promise<{ readonly hasLastFrame: boolean }> {
  const request: GenerationRequest = {
    taskId,
    ownerId,
    model,
    input,
    seed,
    materials,
    fidelity: mode === 'live' ? 'full' : 'preview',
    videoPath: work.videoPath,
    lastFramePath: input.return_last_frame ? work.lastFramePath : null,
  };
  const onProgress = progressLog(log.child({ taskId }));
  // A provider that takes no notice of the signal must not keep its slot for ever.
  return timeRender(request.fidelity, signal, () =>
    untilAborted(() => provider.generate(request, { signal, onProgress }), signal),
  );
}

/**
 * Waits for work no longer than until the signal fires, and then rejects with its reason. What the work comes to
 * afterwards, an answer or an error, reaches nobody.
 */
export async function untilAborted<TResult>(
  start: () => Promise<TResult>,
  signal: AbortSignal,
): Promise<TResult> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([start(), promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Logs progress at each quarter. */
function progressLog(log: GenerateServices['log']): (fraction: number) => void {
  let logged = 0;
  return (fraction) => {
    const quarter = Math.floor(fraction * 4);
    if (quarter <= logged) return;
    logged = quarter;
    log.info({ percent: quarter * 25 }, 'generation progress');
  };
}
