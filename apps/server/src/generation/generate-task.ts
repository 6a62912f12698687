/** One task from `generating` to its end. Whatever happens here ends the task or hands its job back. */
import { setTimeout as delay } from 'node:timers/promises';
import { again } from '../db/again.ts';
import type { Task } from '../db/tables.ts';
import type { Egress } from '../egress/index.ts';
import { fetchMaterials } from '../media/fetch-materials.ts';
import { InvalidMaterialError } from '../media/invalid-material-error.ts';
import type { ResultFile } from '../media/result-links.ts';
import type { ResultName, ResultStore } from '../media/result-store.ts';
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
  await using work = await openWorkFolder(services.dataDirectory, task.id);
  const result = await provide(services, task, { work, signal });
  await checkResult(work, result);
  const keep = (file: ResultFile, path: string) =>
    keepResult(services, { name: { taskId: task.id, file }, path, signal });
  if (result.hasLastFrame) await keep('last-frame', work.lastFramePath);
  // When the video is there, everything is there.
  await keep('video', work.videoPath);
  return result;
}

/** A disk that is full or a bucket that refuses is no fault of the video, which may be paid for upstream by now. */
async function keepResult(
  { store, log }: GenerateServices,
  { name, path, signal }: { readonly name: ResultName; readonly path: string; readonly signal: AbortSignal },
): Promise<void> {
  try {
    await store.put(name, path, signal);
  } catch (cause) {
    signal.throwIfAborted();
    log.error(
      { taskId: name.taskId, err: cause },
      'a result can not be kept: its job goes back to the queue',
    );
    throw new GenerationInterruptedError('The result could not be kept.', { cause });
  }
}

async function provide(
  { egress, provider, log }: GenerateServices,
  task: Task,
  { work, signal }: { readonly work: WorkFolder; readonly signal: AbortSignal },
): Promise<{ hasLastFrame: boolean }> {
  const materials = await fetchReferences(egress, task, { directory: work.references, signal });
  const request: GenerationRequest = {
    ...{ taskId: task.id, model: task.model, input: task.input, seed: task.seed, materials },
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
  { input }: Task,
  options: { readonly directory: string; readonly signal: AbortSignal },
): Promise<Materials> {
  const materials = await fetchMaterials({
    ...{ egress, imageUrls: input.image_urls, videoUrls: input.video_urls, audioUrls: input.audio_urls },
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
