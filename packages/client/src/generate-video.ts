// Submits and waits in one call, as most programs do.
import type { ApiPromise } from './api-promise.ts';
import type { CallOptions } from './client-options.ts';
import type { CompletedTask, VideoGenerationAccepted, VideoGenerationRequest } from './contract-types.ts';
import { KeyframeError } from './errors/keyframe-error.ts';
import { TaskFailedError } from './errors/task-failed-error.ts';

import { type Pollers, startWait, type WaitOptions, type WaitProgress, waitForTask } from './watch-task.ts';

/** Options of `videos.create`. */
export interface CreateOptions extends CallOptions {
  /** Identifies the submission for 24 hours, so that it is paid once; random by default. */
  idempotencyKey?: string | undefined;
}

/** Options of `videos.generate`. `waitTimeout` bounds the submission and the wait together. */
export interface GenerateOptions extends CreateOptions, WaitOptions {
  retries?: number | undefined;
  /** Called with the acceptance, to store the id: another process can continue with `tasks.wait(id)`. */
  onAccepted?: ((accepted: VideoGenerationAccepted) => void | Promise<void>) | undefined;
}

/** Submits a request once. */
export type Submit = (
  request: VideoGenerationRequest,
  options?: CreateOptions,
) => ApiPromise<VideoGenerationAccepted>;

/** Generates a video, with one deadline for the submission and the wait. */
export async function generateVideo(
  { submit, ...pollers }: Pollers & { submit: Submit },
  request: VideoGenerationRequest,
  options: GenerateOptions = {},
): Promise<CompletedTask> {
  const progress: WaitProgress = {};
  const deadline = startWait(pollers, options, progress);
  const { signal } = deadline;
  try {
    const accepted = await submit(request, { ...options, signal });
    progress.taskId = accepted.taskId;
    await options.onAccepted?.(accepted);
    const task = await waitForTask(pollers, accepted.taskId, { ...options, signal, waitTimeout: Infinity });
    if (task.status === 'failed') throw new TaskFailedError(task);
    return task;
  } catch (error) {
    // The task continues after any error of the wait, and can be found by this id.
    if (error instanceof KeyframeError) Object.assign(error, { taskId: progress.taskId });
    throw error;
  } finally {
    deadline.end();
  }
}
