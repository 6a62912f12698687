/** Bounds and errors, which every run of a task shares. */

import type { GenerationProvider } from '@keyframe/generation-provider';
import { GenerationFailedError, GenerationInterruptedError } from '@keyframe/generation-provider';
import type { Database } from '../db/database.ts';
import { retryTransient } from '../db/retry-transient.ts';
import type { Task } from '../db/tables.ts';
import type { Egress } from '../egress/index.ts';
import { InvalidMaterialError } from '../references/invalid-material-error.ts';
import type { ResultStore } from '../results/result-store.ts';
import type { EndTask } from '../tasks/settle.ts';
import { type ClaimedTask, findTask, type TimedTask } from '../tasks/tasks.queries.ts';
import type { Log } from '../telemetry/log.ts';

export interface GenerateServices {
  readonly database: Database;
  readonly log: Log;
  /** Moves a task to `generating`; undefined if there is nothing to do. */
  readonly claimTask: (id: string) => Promise<ClaimedTask | undefined>;
  readonly endTask: EndTask;
  readonly egress: Egress;
  readonly provider: GenerationProvider;
  readonly store: ResultStore;
  /** Below it runs have their files until they are kept as results. */
  readonly dataDirectory: string;
}

/** Signals that end a run: `stopping`, if its process stops or has lost its lease, and the deadline of the task. */
export interface RunBounds {
  readonly stopping: AbortSignal;
  readonly deadline: AbortSignal;
  readonly signal: AbortSignal;
}

/** Starts the clock of a task's deadline. */
export function startBounds({ leftMs }: Pick<TimedTask, 'leftMs'>, stopping: AbortSignal): RunBounds {
  const deadline = AbortSignal.timeout(Math.max(Math.ceil(leftMs), 0));
  return { stopping, deadline, signal: AbortSignal.any([stopping, deadline]) };
}

/** Fails a task for the error of its run, unless the error means that its job goes back: then it is thrown again. */
export async function failForError(
  services: GenerateServices,
  { id: taskId }: Pick<Task, 'id'>,
  { error, bounds: { stopping, deadline } }: { readonly error: unknown; readonly bounds: RunBounds },
): Promise<void> {
  if (!deadline.aborted && (stopping.aborted || error instanceof GenerationInterruptedError)) throw error;
  const reason = deadline.aborted ? 'timed_out' : failureReason(error);
  services.log.warn({ taskId, err: error, reason }, 'generation failed');
  const { usedCpuMs = 0, fetchedBytes = 0 } = error instanceof InvalidMaterialError ? error : {};
  const failure = { kind: 'failed', taskId, reason, usedCpuMs, fetchedBytes } as const;
  const isFailed = await retryTransient(() => services.endTask(failure), stopping);
  if (isFailed) await services.store.delete(taskId);
  else await deleteFilesOfFailed(services, taskId);
}

function failureReason(error: unknown): string {
  if (error instanceof GenerationFailedError) return error.reason;
  return error instanceof InvalidMaterialError ? 'invalid_material' : 'provider_failed';
}

/** Deletes the files of a task that another run of its job, or the timeout, may have ended: what counts is how it did. */
export async function deleteFilesOfFailed(services: GenerateServices, taskId: string): Promise<void> {
  const ended = await findTask(services.database, taskId);
  if (ended?.status === 'failed') await services.store.delete(taskId);
}

/**
 * Runs an action that fails for want of space, memory or time of this machine: the task, which may be paid for upstream by
 * now, is not at fault, and its job returns to the queue.
 */
export async function onThisMachine<TResult>(
  { log }: Pick<GenerateServices, 'log'>,
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
