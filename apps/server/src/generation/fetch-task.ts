/** Fetches the references of a task before it takes a slot: hosts that hang keep no task from rendering. */

import type { Materials } from '@keyframe/generation-provider';
import type { Mode, Task } from '../db/tables.ts';
import type { Fetched, JobEnd } from '../jobs/job-handler.ts';
import { fetchMaterials, type MaterialsRequest } from '../references/fetch-materials.ts';
import { InvalidMaterialError } from '../references/invalid-material-error.ts';
import { createReferenceSpace, type ReferenceSpace } from '../references/reference-space.ts';
import { sandboxDirectives } from '../tasks/sandbox.ts';
import { countFailedReferences, findTimedTask } from '../tasks/tasks.queries.ts';
import { startTask } from './start-task.ts';
import {
  failForError,
  type GenerateServices,
  onThisMachine,
  type RunBounds,
  startBounds,
} from './task-run.ts';
import { openWorkFolder, type WorkFolder } from './work-folder.ts';

/** A task's references in the folder of its run; disposing deletes the folder. */
export interface FetchedTask extends AsyncDisposable {
  readonly work: WorkFolder;
  readonly materials: Materials;
  readonly fetchedBytes: number;
}

/** A few tasks of the largest size that is accepted, or thousands of usual ones. */
const MAX_REFERENCE_BYTES = 4_000_000_000;
/** Tasks of test keys, which cost nothing, take no space from live ones. */
const SPACES: Readonly<Record<Mode, ReferenceSpace>> = {
  live: createReferenceSpace(MAX_REFERENCE_BYTES),
  test: createReferenceSpace(MAX_REFERENCE_BYTES),
};

/** How a fetch may end early. */
export interface FetchRun {
  /** Fires when the process stops or has lost the lease of the job. */
  readonly stopping: AbortSignal;
  /** Whether jobs wait for a fetch to end; false by default. */
  readonly isCrowded?: () => boolean;
}

/**
 * Fetches a task's references; a task whose references are refused fails.
 * @throws when `stopping` fires first, or this machine cannot fetch them: the job then returns to the queue
 */
export async function fetchTask(
  services: GenerateServices,
  taskId: string,
  { stopping, isCrowded }: FetchRun,
): Promise<JobEnd | Fetched<FetchedTask>> {
  const task = await findTimedTask(services.database, taskId);
  if (task === undefined || task.finishedAt !== null) return { kind: 'ended' };
  const { delayMs, failedReason } = sandboxDirectives(task);
  if (delayMs > 0 || failedReason !== undefined) {
    const start = await startTask(services, taskId, stopping);
    if (start.kind !== 'started') return start;
  }
  const bounds = startBounds(task, stopping);
  try {
    const fetched = await openFetchedTask(services, task, { ...bounds, isCrowded });
    return { kind: 'fetched', fetched };
  } catch (error) {
    await failForError(services, task, { error, bounds });
    return { kind: 'ended' };
  }
}

/**
 * Makes the folder of a run, with the task's references in it.
 * @throws {InvalidMaterialError} when a reference is refused
 * @throws {GenerationInterruptedError} when this machine cannot fetch them
 */
export async function openFetchedTask(
  services: GenerateServices,
  task: Task,
  {
    signal,
    ...run
  }: Pick<RunBounds, 'signal' | 'stopping'> & { readonly isCrowded?: (() => boolean) | undefined },
): Promise<FetchedTask> {
  const machine = { taskId: task.id, signal };
  const problem = 'the work folder could not be made';
  await using resources = new AsyncDisposableStack();
  const space = resources.use(SPACES[task.mode].open(task.ownerId));
  const work = resources.use(
    await onThisMachine(services, { ...machine, problem }, () =>
      openWorkFolder(services.dataDirectory, task.id),
    ),
  );
  const { materials, fetchedBytes } = await onThisMachine(
    services,
    { ...machine, problem: 'the references could not be taken' },
    () =>
      fetchReferences(services, task, {
        directory: work.references,
        signal: AbortSignal.any([signal, space.signal]),
        onBytes: space.add,
        ...run,
      }),
  );
  space.complete();
  const owned = resources.move();
  return { work, materials, fetchedBytes, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

interface ReferencesFetch extends Pick<MaterialsRequest, 'directory' | 'onBytes' | 'isCrowded'> {
  readonly signal: AbortSignal;
  readonly stopping: AbortSignal;
}

async function fetchReferences(
  { egress, database }: GenerateServices,
  { input, ownerId, mode }: Task,
  { onBytes, stopping, ...options }: ReferencesFetch,
): Promise<Pick<FetchedTask, 'materials' | 'fetchedBytes'>> {
  let usedCpuMs = 0;
  let fetchedBytes = 0;
  const fetched = await fetchMaterials({
    ...options,
    egress,
    imageUrls: input.image_urls,
    videoUrls: input.video_urls,
    audioUrls: input.audio_urls,
    ownerId,
    mode,
    onBytes: (bytes) => {
      fetchedBytes += bytes;
      onBytes?.(bytes);
    },
    onUsedCpu: (cpuMs) => {
      usedCpuMs += cpuMs;
    },
  }).catch(async (cause: unknown) => {
    if (!(cause instanceof InvalidMaterialError)) {
      // Time or space is used up: what was fetched counts, or it could be fetched over and over.
      const isUsedUp = options.signal.aborted && !stopping.aborted;
      if (isUsedUp) await countFailedReferences(database, [{ ownerId, mode, usedCpuMs, fetchedBytes }]);
      throw cause;
    }
    throw new InvalidMaterialError(cause.message, { cause, usedCpuMs, fetchedBytes });
  });
  const [picture] = [...fetched.images, ...fetched.videos];
  const materials = {
    imagePaths: fetched.images.map((material) => material.path),
    videoPaths: fetched.videos.map((material) => material.path),
    audioPaths: fetched.audios.map((material) => material.path),
    pictureRatio: picture ? picture.media.width / picture.media.height : null,
  };
  return { materials, fetchedBytes };
}
