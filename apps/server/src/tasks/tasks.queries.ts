import { and, eq, getTableColumns, gt, inArray, sql } from 'drizzle-orm';
import { type Database, inIndexOrder, withoutIndex } from '../db/database.ts';
import { type Task, tasks } from '../db/tables.ts';

/** A task, and the time until its deadline by PostgreSQL's clock: that of a machine may be wrong. */
export interface TimedTask extends Task {
  /** Less than 0 after the deadline. */
  readonly leftMs: number;
}

const leftMs = sql<number>`extract(epoch FROM deadline - now())::float8 * 1000`;

export async function findTask(database: Database, id: string): Promise<Task | undefined> {
  const [task] = await database.select().from(tasks).where(eq(tasks.id, id));
  return task;
}

export async function findTimedTask(database: Database, id: string): Promise<TimedTask | undefined> {
  const columns = { ...getTableColumns(tasks), leftMs };
  const [task] = await database.select(columns).from(tasks).where(eq(tasks.id, id));
  return task;
}

/** Finds a task of an owner; another owner's does not exist (AUT-5). */
export async function findOwnTask(
  database: Database,
  { ownerId, taskId }: { readonly ownerId: string; readonly taskId: string },
): Promise<Task | undefined> {
  const [task] = await database
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, taskId), eq(tasks.ownerId, ownerId)));
  return task;
}

/** Checks whether an owner has a task, without reading what it contains (AUT-5). */
export async function ownsTask(
  database: Database,
  { ownerId, taskId }: { readonly ownerId: string; readonly taskId: string },
): Promise<boolean> {
  const rows = await database
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.id, taskId), eq(tasks.ownerId, ownerId)));
  return rows.length > 0;
}

const hasNotEnded = withoutIndex(sql`finished_at IS NULL`);

/**
 * Moves a task to `generating`; one that a stopped worker left there is taken over. Undefined when the
 * task is terminal or past its deadline, so there is nothing to do.
 */
export async function claimTask(
  database: Database,
  id: string,
): Promise<(TimedTask & { readonly isTakenOver: boolean; readonly generatingMs: number }) | undefined> {
  const [task] = await database
    .update(tasks)
    .set({ status: 'generating', startedAt: sql`coalesce(started_at, now())` })
    .where(and(eq(tasks.id, id), hasNotEnded, gt(tasks.deadline, sql`now()`)))
    .returning({
      ...getTableColumns(tasks),
      leftMs,
      isTakenOver: sql<boolean>`started_at < now()`,
      generatingMs: sql<number>`extract(epoch FROM now() - started_at)::float8 * 1000`,
    })
    .prepare('claim-task')
    .execute();
  return task;
}

/** Charges CPU time and downloads of references that cannot be used to the owner's budget of failures. */
export async function countFailedReferences(
  database: Database,
  { ownerId, mode }: Pick<Task, 'ownerId' | 'mode'>,
  { usedCpuMs, fetchedBytes }: { readonly usedCpuMs: number; readonly fetchedBytes: number },
): Promise<void> {
  await database.execute(
    sql`SELECT count_failed_references(${ownerId}, ${mode}, ${usedCpuMs}, ${fetchedBytes})`,
  );
}

/** Completes a generating task by compare-and-set; undefined when it is terminal already (STA-1). */
export async function markCompleted(
  database: Database,
  { id, hasLastFrame, resultTtlMs }: { id: string; hasLastFrame: boolean; resultTtlMs: number },
): Promise<Task | undefined> {
  const [task] = await database
    .update(tasks)
    .set({
      status: 'completed',
      billingStatus: 'charged',
      hasLastFrame,
      finishedAt: sql`now()`,
      videoExpiresAt: sql`now() + ${resultTtlMs} * interval '1 millisecond'`,
    })
    .where(and(eq(tasks.id, id), eq(tasks.status, 'generating')))
    .returning()
    .prepare('complete-task')
    .execute();
  return task;
}

/** Locks a task in any status for the rest of the transaction. */
export async function lockTask(database: Database, id: string): Promise<Task | undefined> {
  const [task] = await database.select().from(tasks).where(eq(tasks.id, id)).for('update');
  return task;
}

/** Returns the credits of a failed task after all. */
export async function markRefunded(database: Database, id: string): Promise<void> {
  await database.update(tasks).set({ billingStatus: 'refunded' }).where(eq(tasks.id, id));
}

/** Fails a task by compare-and-set; undefined when it is terminal already (STA-1). */
export async function markFailed(
  database: Database,
  { id, failedReason, billingStatus }: FailedTask,
): Promise<Task | undefined> {
  const [task] = await database
    .update(tasks)
    .set({ status: 'failed', billingStatus, failedReason, finishedAt: sql`now()` })
    .where(and(eq(tasks.id, id), hasNotEnded))
    .returning()
    .prepare('fail-task')
    .execute();
  return task;
}

/** A task that fails, and whether its credits return. */
export interface FailedTask {
  readonly id: string;
  readonly failedReason: string;
  readonly billingStatus: 'refunded' | 'refund_failed';
}

/** A task for a sweep, and the moment by which such tasks are listed. */
export interface ListedTask {
  readonly id: string;
  /** Text rather than a Date, because PostgreSQL stores microseconds. */
  readonly moment: string;
}

/** Tasks of one list. */
export const LIST_BATCH = 1_000;

/** Lists unfinished tasks past their deadline, those from the deadline of `last` on at most a batch. */
export async function listOverdueTasks(database: Database, last?: ListedTask): Promise<ListedTask[]> {
  const statement = sql`
    SELECT id, deadline::text AS moment FROM tasks
    WHERE finished_at IS NULL AND deadline <= now() AND deadline >= ${last?.moment ?? '-infinity'}::timestamptz
    ORDER BY deadline LIMIT ${LIST_BATCH}`;
  const { rows } = await inIndexOrder(database, (transaction) =>
    transaction.execute<{ id: string; moment: string }>(statement),
  );
  return rows;
}

/** Lists completed tasks whose results have expired and whose files are still there, those after `last` at most a batch. */
export async function listExpiredTasks(database: Database, last?: ListedTask): Promise<ListedTask[]> {
  const statement = sql`
    SELECT id, video_expires_at::text AS moment FROM tasks
    WHERE files_deleted_at IS NULL AND video_expires_at <= now()
      AND (video_expires_at, id) > (${last?.moment ?? '-infinity'}::timestamptz, ${last?.id ?? ''})
    ORDER BY video_expires_at, id LIMIT ${LIST_BATCH}`;
  const { rows } = await inIndexOrder(database, (transaction) =>
    transaction.execute<{ id: string; moment: string }>(statement),
  );
  return rows;
}

/**
 * Lists failed tasks whose deadline was `graceMs` ago and whose files nobody has looked for since, those after `last` at
 * most a batch.
 */
export async function listLongFailedTasks(
  database: Database,
  { graceMs, last }: { readonly graceMs: number; readonly last?: ListedTask | undefined },
): Promise<ListedTask[]> {
  const statement = sql`
    SELECT id, deadline::text AS moment FROM tasks
    WHERE files_deleted_at IS NULL AND video_expires_at IS NULL AND finished_at IS NOT NULL
      AND deadline <= now() - ${graceMs} * interval '1 millisecond'
      AND (deadline, id) > (${last?.moment ?? '-infinity'}::timestamptz, ${last?.id ?? ''})
    ORDER BY deadline, id LIMIT ${LIST_BATCH}`;
  const { rows } = await inIndexOrder(database, (transaction) =>
    transaction.execute<{ id: string; moment: string }>(statement),
  );
  return rows;
}

/** Inputs that were reduced. */
export interface ReducedInputs {
  readonly count: number;
  /** The last end of their tasks, as text; null without any. */
  readonly lastEnd: string | null;
}

/** Reduces the inputs of tasks that ended since `fromEnd` and longer than `ttlMs` ago, the earliest first, at most a batch. */
export async function reduceInputs(
  database: Database,
  { ttlMs, fromEnd }: { readonly ttlMs: number; readonly fromEnd: string },
): Promise<ReducedInputs> {
  const { rows } = await database.execute<ReducedInputs & Record<string, unknown>>(sql`
    WITH old AS MATERIALIZED (
      SELECT id, finished_at FROM tasks
      WHERE finished_at < now() - ${ttlMs} * interval '1 millisecond' AND finished_at >= ${fromEnd}::timestamptz
        AND input_reduced_at IS NULL
      ORDER BY finished_at LIMIT ${LIST_BATCH} FOR UPDATE SKIP LOCKED
    ), sent AS (
      -- The request that was sent upstream contains the same texts.
      UPDATE upstream_tasks SET request = '' FROM old WHERE task_id = old.id
    ), reduced AS (
      UPDATE tasks SET input = reduced_input(input), input_reduced_at = now() FROM old WHERE tasks.id = old.id
    )
    SELECT count(*)::int AS count, max(finished_at)::text AS "lastEnd" FROM old`);
  return rows[0] ?? { count: 0, lastEnd: null };
}

export async function markFilesDeleted(database: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await database
    .update(tasks)
    .set({ filesDeletedAt: sql`now()` })
    .where(inArray(tasks.id, [...ids]));
}
