/** Ends and cleans up by the clock what no running job takes care of. */
import type { ResultStore } from '../media/result-store.ts';
import { failTask, type SettleServices } from './settle.ts';
import { expiredTasks, markFilesDeleted, overdueTasks } from './tasks.queries.ts';

/** Fails every unfinished task that is past its deadline (OPEN-7); any number of workers may do so at once. */
export async function failOverdueTasks(services: SettleServices): Promise<void> {
  for (const taskId of await overdueTasks(services.database)) {
    await failTask(services, { taskId, reason: 'timed_out' });
  }
}

/** Deletes the files of expired results (LIM-4); the record stopped showing them at the expiry itself. */
export async function deleteExpiredFiles({
  database,
  store,
}: Pick<SettleServices, 'database'> & { readonly store: ResultStore }): Promise<void> {
  const ids = await expiredTasks(database);
  await Promise.all(ids.map((id) => store.delete(id)));
  await markFilesDeleted(database, ids);
}
