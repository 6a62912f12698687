/** Ends and cleans up by the clock what no running job takes care of. */
import type { Database } from '../db/database.ts';
import type { Round } from '../repeat.ts';
import type { ResultStore } from '../results/result-store.ts';
import { failTask, type SettleServices } from './settle.ts';
import {
  FILES_BATCH,
  listExpiredTasks,
  listLongFailedTasks,
  listOverdueTasks,
  markFilesDeleted,
  reduceInputs,
  type TaskWithFiles,
} from './tasks.queries.ts';

export interface SweepServices extends SettleServices {
  readonly store: ResultStore;
}

/** Fails every unfinished task that is past its deadline (OPEN-7); any number of workers may do so at once. */
export async function failOverdueTasks(services: SweepServices): Promise<void> {
  for (const taskId of await listOverdueTasks(services.database)) {
    await succeeds(services, taskId, async () => {
      const failed = await failTask(services, { taskId, reason: 'timed_out' });
      // Files of a worker that was killed; a running one cleans up after itself.
      if (failed) await services.store.delete(taskId);
    });
  }
}

/** Deletes files until none are left or the round is over. */
export type FilesSweep = (round: Round) => Promise<void>;

/** Deletes the files of expired results (LIM-4); the record stopped showing them at the expiry itself. */
export function createExpiredFilesSweep(services: SweepServices): FilesSweep {
  return createFilesSweep(services, (last) => listExpiredTasks(services.database, last));
}

/**
 * Deletes what a worker kept for a task that had failed meanwhile, and was killed before it could take back. `graceMs`
 * after the deadline no run keeps anything any more.
 */
export function createOrphanedFilesSweep(services: SweepServices, graceMs: number): FilesSweep {
  return createFilesSweep(services, (last) => listLongFailedTasks(services.database, { graceMs, last }));
}

/**
 * A round goes on where the one before it ended, until the list is through: tasks whose files cannot be deleted stay in
 * the list, and must not hide the others.
 */
function createFilesSweep(
  services: SweepServices,
  list: (last: TaskWithFiles | undefined) => Promise<TaskWithFiles[]>,
): FilesSweep {
  let last: TaskWithFiles | undefined;
  return async (round) => {
    while (!round.isOver) {
      const batch = await list(last);
      const reached = await deleteBatch(services, { batch, round });
      const isThrough = reached === batch.length && batch.length < FILES_BATCH;
      last = isThrough ? undefined : (batch[reached - 1] ?? last);
      if (isThrough) return;
    }
  };
}

/** Deletes the files of tasks, in order, until the round is over. Gives how many tasks it came to. */
async function deleteBatch(
  services: SweepServices,
  { batch, round }: { readonly batch: readonly TaskWithFiles[]; readonly round: Round },
): Promise<number> {
  const deleted: string[] = [];
  let reached = 0;
  for (const { id } of batch) {
    if (round.isOver) break;
    reached += 1;
    if (await succeeds(services, id, () => services.store.delete(id))) deleted.push(id);
  }
  await markFilesDeleted(services.database, deleted);
  return reached;
}

/** Inputs that are reduced by one statement. */
const INPUTS_AT_ONCE = 1_000;

/** Takes prompts and references out of the tasks that ended longer than `ttlMs` ago. */
export async function reduceOldInputs(
  database: Database,
  { ttlMs, round }: { readonly ttlMs: number; readonly round: Round },
): Promise<void> {
  while (!round.isOver) {
    if ((await reduceInputs(database, { ttlMs, limit: INPUTS_AT_ONCE })) < INPUTS_AT_ONCE) return;
  }
}

/** Does something for a task; an error is logged, and keeps no other task waiting. */
async function succeeds(
  { log }: SweepServices,
  taskId: string,
  action: () => Promise<void>,
): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    log.error({ taskId, err: error }, 'a sweep failed for a task');
    return false;
  }
}
