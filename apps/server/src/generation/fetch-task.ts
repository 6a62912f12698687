/** The references of a task, fetched before it takes a slot: hosts that hang keep nobody from rendering. */
import type { Task } from '../db/tables.ts';
import type { Fetched, JobEnd } from '../jobs/job-handler.ts';
import { fetchMaterials } from '../references/fetch-materials.ts';
import { InvalidMaterialError } from '../references/invalid-material-error.ts';
import { sandboxDirectives } from '../tasks/sandbox.ts';
import { findTask } from '../tasks/tasks.queries.ts';
import type { Materials } from './provider.ts';
import { startTask } from './start-task.ts';
import { boundsOf, failForError, type GenerateServices, onThisMachine } from './task-run.ts';
import { openWorkFolder, type WorkFolder } from './work-folder.ts';

/** A task's references in the folder of its run; disposing deletes the folder. */
export interface FetchedTask extends AsyncDisposable {
  readonly work: WorkFolder;
  readonly materials: Materials;
}

/**
 * For all references of a task, however many and however slowly they come; each has a bound of its own as well. Twelve
 * at a megabyte a second would fit.
 */
const FETCH_TIMEOUT_MS = 180_000;

/**
 * Fetches a task's references; a task whose references are refused fails.
 * @throws when `stopping` fires first, or this machine can't take them: the job then goes back to the queue
 */
export async function fetchTask(
  services: GenerateServices,
  taskId: string,
  stopping: AbortSignal,
): Promise<JobEnd | Fetched<FetchedTask>> {
  const task = await findTask(services.database, taskId);
  if (task === undefined || task.finishedAt !== null) return { kind: 'ended' };
  const { delayMs, failedReason } = sandboxDirectives(task);
  if (delayMs > 0 || failedReason !== undefined) {
    const start = await startTask(services, taskId, stopping);
    if (start.kind !== 'started') return start;
  }
  const bounds = boundsOf(task, stopping);
  try {
    return { kind: 'fetched', fetched: await openFetchedTask(services, task, bounds.signal) };
  } catch (error) {
    await failForError(services, task, { error, bounds });
    return { kind: 'ended' };
  }
}

/**
 * Makes the folder of a run, with the task's references in it.
 * @throws {InvalidMaterialError} when a reference is refused
 * @throws {GenerationInterruptedError} when this machine can't take them
 */
export async function openFetchedTask(
  services: GenerateServices,
  task: Task,
  signal: AbortSignal,
): Promise<FetchedTask> {
  const run = { taskId: task.id, signal };
  const problem = 'the work folder could not be made';
  const work = await onThisMachine(services, { ...run, problem }, () =>
    openWorkFolder(services.dataDirectory, task.id),
  );
  try {
    const materials = await onThisMachine(
      services,
      { ...run, problem: 'the references could not be taken' },
      () => fetchReferences(services, task, { directory: work.references, signal }),
    );
    return { work, materials, [Symbol.asyncDispose]: () => work[Symbol.asyncDispose]() };
  } catch (error) {
    await work[Symbol.asyncDispose]();
    throw error;
  }
}

async function fetchReferences(
  { egress }: GenerateServices,
  { input, ownerId }: Task,
  { directory, signal }: { readonly directory: string; readonly signal: AbortSignal },
): Promise<Materials> {
  const timeout = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  const materials = await fetchMaterials({
    egress,
    imageUrls: input.image_urls,
    videoUrls: input.video_urls,
    audioUrls: input.audio_urls,
    ownerId,
    directory,
    signal: AbortSignal.any([signal, timeout]),
  }).catch((cause: unknown) => {
    if (!timeout.aborted || signal.aborted) throw cause;
    const seconds = FETCH_TIMEOUT_MS / 1000;
    throw new InvalidMaterialError(`The references did not arrive within ${seconds} seconds.`, { cause });
  });
  const [picture] = [...materials.images, ...materials.videos];
  return {
    imagePaths: materials.images.map((material) => material.path),
    videoPaths: materials.videos.map((material) => material.path),
    audioPaths: materials.audios.map((material) => material.path),
    pictureRatio: picture ? picture.media.width / picture.media.height : null,
  };
}
