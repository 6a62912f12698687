/** Ends and cleans up by the clock what no running job takes care of. */
import type { Database } from '../db/database.ts';
import type { Round } from '../periodic/repeat.ts';
import type { ResultStore } from '../results/result-store.ts';
import type { Log } from '../telemetry/log.ts';
import type { EndTask } from './settle.ts';
import {
  LIST_BATCH,
  type ListedTask,
  listExpiredTasks,
  listLongFailedTasks,
  listOverdueTasks,
  markFilesDeleted,
  reduceInputs,
} from './tasks.queries.ts';

export interface SweepServices {
  readonly database: Database;
  readonly log: Log;
  readonly endTask: EndTask;
  readonly store: ResultStore;
}

/** Does something to the tasks of a list until none are left or the round is over. */
export type Sweep = (round: Round) => Promise<void>;

/** Fails unfinished tasks past their deadline (OPEN-7); any number of workers may do so at once. */
export function createOverdueSweep(services: SweepServices): Sweep {
  const list = (last?: ListedTask) => listOverdueTasks(services.database, last);
  return createSweep(list, async (batch, round) => {
    const { count } = await forEach(services, { batch, round }, async (taskId) => {
      const failed = await services.endTask({ kind: 'failed', taskId, reason: 'timed_out' });
      // Files of a worker that was killed; a running one cleans up after itself.
      if (failed) await services.store.delete(taskId);
    });
    return count;
  });
}

/** Deletes the files of expired results (LIM-4); the record stopped showing them at the expiry itself. */
export function createExpiredFilesSweep(services: SweepServices): Sweep {
  const list = (last?: ListedTask) => listExpiredTasks(services.database, last);
  return createSweep(list, (batch, round) => deleteFiles(services, { batch, round }));
}

/**
 * Deletes what a worker kept for a task that had failed meanwhile, and was killed before it could take back. `graceMs`
 * after the deadline no run keeps anything any more.
 */
export function createOrphanedFilesSweep(services: SweepServices, graceMs: number): Sweep {
  const list = (last?: ListedTask) => listLongFailedTasks(services.database, { graceMs, last });
  return createSweep(list, (batch, round) => deleteFiles(services, { batch, round }));
}

/** Rounds begin at the start of their list so often. */
const RESTART_MS = 10_000;

/**
 * A round continues where the one before it ended: tasks that cannot be handled stay in the list and must not hide the
 * others, and while someone holds a snapshot, as a backup does, the way to the first task leads past all that were handled
 * since. `act` returns how many tasks of a batch it reached.
 */
function createSweep(
  list: (last: ListedTask | undefined) => Promise<ListedTask[]>,
  act: (batch: readonly ListedTask[], round: Round) => Promise<number>,
): Sweep {
  let last: ListedTask | undefined;
  let restartedMs = Number.NEGATIVE_INFINITY;
  let isThrough = true;
  return async (round) => {
    if (isThrough && performance.now() - restartedMs >= RESTART_MS) {
      last = undefined;
      restartedMs = performance.now();
    }
    while (!round.isOver) {
      const batch = await list(last);
      const reached = await act(batch, round);
      last = batch[reached - 1] ?? last;
      isThrough = reached === batch.length && batch.length < LIST_BATCH;
      if (isThrough) return;
    }
  };
}

/** A batch of tasks, in their order, and the round that handles them. */
interface Handled {
  readonly batch: readonly ListedTask[];
  readonly round: Round;
}

/** Deletes the files of tasks; returns how many tasks it reached. */
async function deleteFiles(services: SweepServices, handled: Handled): Promise<number> {
  const { count, done } = await forEach(services, handled, (id) => services.store.delete(id));
  await markFilesDeleted(services.database, done);
  return count;
}

/** Handles one task after the other until the round is over; an error is logged, and keeps no other task waiting. */
async function forEach(
  { log }: SweepServices,
  { batch, round }: Handled,
  action: (taskId: string) => Promise<void>,
): Promise<{ readonly count: number; readonly done: readonly string[] }> {
  const done: string[] = [];
  let count = 0;
  for (const { id } of batch) {
    if (round.isOver) break;
    count += 1;
    try {
      await action(id);
      done.push(id);
    } catch (error) {
      log.error({ taskId: id, err: error }, 'a sweep failed for a task');
    }
  }
  return { count, done };
}

/** Takes prompts and references out of the tasks that ended longer than `ttlMs` ago. */
export async function reduceOldInputs(
  database: Database,
  { ttlMs, round }: { readonly ttlMs: number; readonly round: Round },
): Promise<void> {
  let fromEnd = '-infinity';
  while (!round.isOver) {
    const { count, lastEnd } = await reduceInputs(database, { ttlMs, fromEnd });
    if (count < LIST_BATCH || lastEnd === null) return;
    fromEnd = lastEnd;
  }
}
