import { GenerationFailedError } from '@keyframe/generation-provider';
import type { Task } from '../db/tables.ts';
import type { JobEnd } from '../jobs/job-handler.ts';
import { sandboxDirectives } from '../tasks/sandbox.ts';
import { countGenerating } from '../telemetry/metrics.ts';
import { failForError, type GenerateServices, type RunBounds, startBounds } from './task-run.ts';

/** A task that is `generating`, and what bounds its run. */
export interface StartedTask {
  readonly kind: 'started';
  readonly task: Task;
  readonly bounds: RunBounds;
}

/**
 * Moves a task to `generating`, and does what the prompt of a test key forces: a delay puts its job back with its start
 * time, since one that waited in a slot would keep it from others.
 */
export async function startTask(
  services: GenerateServices,
  taskId: string,
  stopping: AbortSignal,
): Promise<JobEnd | StartedTask> {
  stopping.throwIfAborted();
  const task = await services.claimTask(taskId);
  if (task === undefined) return { kind: 'ended' };
  services.log.info({ taskId, mode: task.mode, model: task.model }, 'generation started');
  if (!task.isTakenOver) countGenerating(task);
  const { delayMs, failedReason } = sandboxDirectives(task);
  if (task.generatingMs < delayMs) return { kind: 'later', delayMs: delayMs - task.generatingMs };
  const bounds = startBounds(task, stopping);
  if (failedReason === undefined) return { kind: 'started', task, bounds };
  const error = new GenerationFailedError(failedReason, `The prompt asked for ${failedReason}.`);
  await failForError(services, task, { error, bounds });
  return { kind: 'ended' };
}
