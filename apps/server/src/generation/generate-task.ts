/** One task from `generating` to its end. Whatever happens here ends the task or hands its job back. */
import { setTimeout as delay } from 'node:timers/promises';
import { again } from '../db/again.ts';
import type { Task } from '../db/tables.ts';
import type { Egress } from '../egress/index.ts';
import { fetchMaterials } from '../references/fetch-materials.ts';
import { InvalidMaterialError } from '../references/invalid-material-error.ts';
import type { ResultFile } from '../results/result-links.ts';
import type { ResultStore } from '../results/result-store.ts';
import { completeTask, failTask, type SettleServices } from '../tasks/settle.ts';
import { claimTask, findTask } from '../tasks/tasks.queries.ts';
import { countGenerating, timeRender } from '../telemetry/metrics.ts';
import { checkResult } from './check-result.ts';
import { GenerationFailedError } from './generation-failed-error.ts';
import { GenerationInterruptedError } from './generation-interrupted-error.ts';
import type { GenerationProvider, GenerationRequest, Materials } from './provider.ts';
import { sandboxDirectives } from './sandbox.ts';
import { untilAborted } from './until-aborted.ts';
import { openWorkFolder, type WorkFolder } from './work-folder.ts';

export interface GenerateServices extends SettleServices {
  readonly egress: Egress;
  readonly provider: GenerationProvider;
  readonly store: ResultStore;
  /** Below it runs have their files until they are kept as results. */
  readonly dataDirectory: string;
}

/**
 * Generates a task's video and settles it.
 * @throws when `stopping` fires first, or the server keeps the provider from going on: the job then goes back to the
 * queue and the task stays `generating`
 */
export async function generateTask(
  services: GenerateServices,
  taskId: string,
  stopping: AbortSignal,
): Promise<void> {
  stopping.throwIfAborted();
  const task = await claimTask(services.database, taskId);
  if (task === undefined) return;
  const log = services.log.child({ taskId });
  log.info({ mode: task.mode, model: task.model }, 'generation started');
  if (!task.isTakenOver) countGenerating(task);
  const deadline = AbortSignal.timeout(Math.max(task.deadline.getTime() - Date.now(), 0));
  const signal = AbortSignal.any([stopping, deadline]);
  const outcome = await produce(services, task, signal).catch((error: unknown) => {
    if (stopping.aborted && !deadline.aborted) throw error;
    if (error instanceof GenerationInterruptedError && !deadline.aborted) throw error;
    const reason = deadline.aborted ? 'timed_out' : failureReason(error);
    log.warn({ err: error, reason }, 'generation failed');
    return { reason };
  });
  // An error from here on is the database's, and no failure of the task. A finished video is worth some patience;
  // in the end the job goes back to the queue.
  await again(
    () =>
      'reason' in outcome
        ? failTask(services, { taskId, reason: outcome.reason })
        : completeTask(services, { taskId, hasLastFrame: outcome.hasLastFrame }),
    stopping,
  );
  // Another run of this job, or the time-out, may have ended the task: what counts is how it ended.
  const ended = await findTask(services.database, taskId);
  if (ended?.status === 'failed') await services.store.delete(taskId);
}

function failureReason(error: unknown): string {
  if (error instanceof GenerationFailedError) return error.reason;
  return error instanceof InvalidMaterialError ? 'invalid_material' : 'provider_failed';
}

async function produce(
  services: GenerateServices,
  task: Task,
  signal: AbortSignal,
): Promise<{ hasLastFrame: boolean }> {
  const { delayMs, failedReason } = sandboxDirectives(task);
  if (delayMs > 0) await delay(delayMs, undefined, { signal });
  if (failedReason !== undefined) {
    throw new GenerationFailedError(failedReason, `The prompt asked for ${failedReason}.`);
  }
  const taskId = task.id;
  const problem = 'the work folder could not be made';
  await using work = await onThisMachine(services, { taskId, problem, signal }, () =>
    openWorkFolder(services.dataDirectory, taskId),
  );
  const result = await provide(services, task, { work, signal });
  await checkResult(work, result);
  const keep = (file: ResultFile, path: string) =>
    onThisMachine(services, { taskId, problem: 'the result could not be kept', signal }, () =>
      services.store.put({ taskId, file }, path, signal),
    );
  if (result.hasLastFrame) await keep('last-frame', work.lastFramePath);
  // When the video is there, everything is there.
  await keep('video', work.videoPath);
  return result;
}

/**
 * What this machine or its store can't do, for want of space, memory or time, is no fault of the task, which may be
 * paid for upstream by now.
 */
async function onThisMachine<TResult>(
  { log }: GenerateServices,
  {
    taskId,
    problem,
    signal,
  }: { readonly taskId: string; readonly problem: string; readonly signal: AbortSignal },
  action: () => Promise<TResult>,
): Promise<TResult> {
  try {
    return await action();
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof InvalidMaterialError) throw cause;
    log.error({ taskId, err: cause }, `${problem}: its job goes back to the queue`);
    throw new GenerationInterruptedError(problem, { cause });
  }
}

async function provide(
  services: GenerateServices,
  task: Task,
  { work, signal }: { readonly work: WorkFolder; readonly signal: AbortSignal },
): Promise<{ hasLastFrame: boolean }> {
  const { egress, provider, log } = services;
  const problem = 'the references could not be taken';
  const materials = await onThisMachine(services, { taskId: task.id, problem, signal }, () =>
    fetchReferences(egress, task, { directory: work.references, signal }),
  );
  const request: GenerationRequest = {
    taskId: task.id,
    ownerId: task.ownerId,
    model: task.model,
    input: task.input,
    seed: task.seed,
    materials,
    fidelity: task.mode === 'live' ? 'full' : 'preview',
    videoPath: work.videoPath,
    lastFramePath: task.input.return_last_frame ? work.lastFramePath : null,
  };
  const onProgress = progressLog(log.child({ taskId: task.id }));
  // A provider that takes no notice of the signal must not keep its place for ever.
  return timeRender(request.fidelity, signal, () =>
    untilAborted(() => provider.generate(request, { signal, onProgress }), signal),
  );
}

async function fetchReferences(
  egress: Egress,
  { input, ownerId }: Task,
  options: { readonly directory: string; readonly signal: AbortSignal },
): Promise<Materials> {
  const materials = await fetchMaterials({
    egress,
    imageUrls: input.image_urls,
    videoUrls: input.video_urls,
    audioUrls: input.audio_urls,
    ownerId,
    ...options,
  });
  const [picture] = [...materials.images, ...materials.videos];
  return {
    imagePaths: materials.images.map((material) => material.path),
    videoPaths: materials.videos.map((material) => material.path),
    audioPaths: materials.audios.map((material) => material.path),
    pictureRatio: picture ? picture.media.width / picture.media.height : null,
  };
}

/** Logs progress at each quarter. */
function progressLog(log: SettleServices['log']): (fraction: number) => void {
  let logged = 0;
  return (fraction) => {
    const quarter = Math.floor(fraction * 4);
    if (quarter <= logged) return;
    logged = quarter;
    log.info({ percent: quarter * 25 }, 'generation progress');
  };
}
