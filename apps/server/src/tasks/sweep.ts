/** Ends and cleans up by the clock what no running job takes care of. */
import type { ResultStore } from '../results/result-store.ts';
import { failTask, type SettleServices } from './settle.ts';
import { expiredTasks, longFailedTasks, markFilesDeleted, overdueTasks } from './tasks.queries.ts';

export interface SweepServices extends SettleServices {
  readonly store: ResultStore;
}

/** Fails every unfinished task that is past its deadline (OPEN-7); any number of workers may do so at once. */
export async function failOverdueTasks(services: SweepServices): Promise<void> {
  await eachAlone(services, await overdueTasks(services.database), async (taskId) => {
    const failed = await failTask(services, { taskId, reason: 'timed_out' });
    // What a worker that was killed left behind; one that still runs cleans up after itself.
    if (failed) await services.store.delete(taskId);
  });
}

/** Deletes the files of expired results (LIM-4); the record stopped showing them at the expiry itself. */
export async function deleteExpiredFiles(services: SweepServices): Promise<void> {
  const { database, store } = services;
  const deleted = await eachAlone(services, await expiredTasks(database), (taskId) => store.delete(taskId));
  await markFilesDeleted(database, deleted);
}

/**
 * Deletes what a worker kept for a task that had failed meanwhile, and was killed before it could take back. `graceMs`
 * after the deadline no run keeps anything any more.
 */
export async function deleteOrphanedFiles(services: SweepServices, graceMs: number): Promise<void> {
  const { database, store } = services;
  const failed = await longFailedTasks(database, graceMs);
  const deleted = await eachAlone(services, failed, (taskId) => store.delete(taskId));
  await markFilesDeleted(database, deleted);
}

/** Does something for each task; one that fails is logged, and keeps none of the others waiting. */
async function eachAlone(
  { log }: SweepServices,
  taskIds: readonly string[],
  action: (taskId: string) => Promise<void>,
): Promise<string[]> {
  const done: string[] = [];
  for (const taskId of taskIds) {
    try {
      await action(taskId);
      done.push(taskId);
    } catch (error) {
      log.error({ taskId, err: error }, 'a sweep failed for a task');
    }
  }
  return done;
}
