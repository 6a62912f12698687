import type { CallbackEvent } from '@keyframe/client/webhooks';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { upstreamTasks } from '../db/tables.ts';

/** Stored state of a task upstream. */
export type UpstreamTask = typeof upstreamTasks.$inferSelect;

/** Stores the request of a task before it is first sent; every later call gives what the first one stored. */
export async function openUpstreamTask(
  database: Database,
  task: Pick<UpstreamTask, 'taskId' | 'request'>,
): Promise<UpstreamTask> {
  await database.insert(upstreamTasks).values(task).onConflictDoNothing();
  const [row] = await database.select().from(upstreamTasks).where(eq(upstreamTasks.taskId, task.taskId));
  if (row === undefined) throw new Error(`The upstream task of ${task.taskId} is gone.`);
  return row;
}

/** Notes the id that upstream gave a task. */
export async function noteUpstreamId(
  database: Database,
  { taskId, upstreamId }: { readonly taskId: string; readonly upstreamId: string },
): Promise<void> {
  await database.update(upstreamTasks).set({ upstreamId }).where(eq(upstreamTasks.taskId, taskId));
}

/**
 * Records how a task ended upstream; false when no such task exists or the event is for another one. A task whose
 * upstream id is not known yet accepts no event, since others may share upstream's signing key: upstream sends it again.
 */
export async function recordEvent(
  database: Database,
  taskId: string,
  event: CallbackEvent,
): Promise<boolean> {
  const recorded = await database
    .update(upstreamTasks)
    // The first one stays: a callback may be delivered more than once.
    .set({ event: sql`coalesce(event, ${JSON.stringify(event)}::jsonb)` })
    .where(and(eq(upstreamTasks.taskId, taskId), eq(upstreamTasks.upstreamId, event.id)))
    .returning({ taskId: upstreamTasks.taskId });
  return recorded.length > 0;
}

/** Finds which of these tasks ended upstream. */
export async function findEvents(
  database: Database,
  taskIds: readonly string[],
): Promise<{ readonly taskId: string; readonly event: CallbackEvent }[]> {
  const rows = await database
    .select({ taskId: upstreamTasks.taskId, event: sql<CallbackEvent | null>`${upstreamTasks.event}` })
    .from(upstreamTasks)
    .where(and(inArray(upstreamTasks.taskId, [...taskIds]), isNotNull(upstreamTasks.event)));
  return rows.flatMap(({ taskId, event }) => (event === null ? [] : [{ taskId, event }]));
}
