/** One task from `generating` to its end. Whatever happens here ends the task or hands its job back. */
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { again } from '../db/again.ts';
import type { Task } from '../db/tables.ts';
import type { Egress } from '../egress/index.ts';
import { fetchMaterials } from '../media/fetch-materials.ts';
import { InvalidMaterialError } from '../media/invalid-material-error.ts';
import type { ResultStore } from '../media/result-store.ts';
import { completeTask, failTask, type SettleServices } from '../tasks/settle.ts';
import { claimTask, findTask } from '../tasks/tasks.queries.ts';
import { countGenerating, timeRender } from '../telemetry/metrics.ts';
import type { GenerationProvider, GenerationRequest, Materials } from './provider.ts';
import { sandboxDirectives } from './sandbox.ts';

export interface GenerateServices extends SettleServices {
  readonly egress: Egress;
  readonly provider: GenerationProvider;
  readonly store: ResultStore;
}

/**
 * Generates a task's video and settles it.
 * @throws when `stopping` fires first: the job then goes back to the queue and the task stays `generating`
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

/** Thrown when the sandbox was asked for a failure. */
class ForcedFailure extends Error {
  override readonly name = 'ForcedFailure';
  readonly reason: string;
  constructor(reason: string) {
    super(`The prompt asked for ${reason}.`);
    this.reason = reason;
  }
}

function failureReason(error: unknown): string {
  if (error instanceof ForcedFailure) return error.reason;
  return error instanceof InvalidMaterialError ? 'invalid_material' : 'provider_failed';
}

async function produce(
  services: GenerateServices,
  task: Task,
  signal: AbortSignal,
): Promise<{ hasLastFrame: boolean }> {
  const { delayMs, failedReason } = sandboxDirectives(task);
  if (delayMs > 0) await delay(delayMs, undefined, { signal });
  if (failedReason !== undefined) throw new ForcedFailure(failedReason);
  const files = await services.store.prepare(task.id);
  try {
    const materials = await fetchReferences(services.egress, task, { directory: files.references, signal });
    const request: GenerationRequest = {
      ...{ taskId: task.id, model: task.model, input: task.input, seed: task.seed, materials },
      fidelity: task.mode === 'live' ? 'full' : 'preview',
      videoPath: files.video,
      lastFramePath: task.input.return_last_frame ? files['last-frame'] : null,
    };
    const onProgress = progressLog(services.log.child({ taskId: task.id }));
    return await timeRender(request.fidelity, signal, () =>
      services.provider.generate(request, { signal, onProgress }),
    );
  } finally {
    await rm(files.references, { recursive: true, force: true });
  }
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
  return {
    imagePaths: materials.images.map((material) => material.path),
    videoPaths: materials.videos.map((material) => material.path),
    audioPaths: materials.audios.map((material) => material.path),
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
