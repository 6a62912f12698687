import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { type Database, inIndexOrder } from '../db/database.ts';
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

/** A task that is `generating` now. */
export interface ClaimedTask extends TimedTask {
  /** Whether a worker that stopped had left it so. */
  readonly isTakenOver: boolean;
  readonly generatingMs: number;
}

/**
 * Moves tasks to `generating`; one that a stopped worker left there is taken over. Gives undefined for one that is terminal
 * or past its deadline, so there is nothing to do.
 */
export async function claimTasks(
  database: Database,
  ids: readonly string[],
): Promise<(ClaimedTask | undefined)[]> {
  const task = changedTasks(database, sql`claim_tasks(${sql.param([...ids])}::text[])`);
  const claimed = await database
    .with(task)
    .select({
      ...task._.selectedFields,
      leftMs,
      isTakenOver: sql<boolean>`started_at < now()`,
      generatingMs: sql<number>`extract(epoch FROM now() - started_at)::float8 * 1000`,
    })
    .from(task);
  const byId = new Map(claimed.map((task) => [task.id, task]));
  return ids.map((id) => byId.get(id));
}

/** Calls a function that returns tasks. */
function changedTasks(database: Database, call: SQL) {
  return database.$with('task', getTableColumns(tasks)).as(sql`SELECT * FROM ${call}`);
}

/** Use of references that cannot be used, by a task that failed for them. */
export interface FailedReferences extends Pick<Task, 'ownerId' | 'mode'> {
  readonly usedCpuMs: number;
  readonly fetchedBytes: number;
}

/** Charges CPU time and downloads of references that cannot be used to the budgets of failures of their owners. */
export async function countFailedReferences(
  database: Database,
  uses: readonly FailedReferences[],
): Promise<void> {
  if (uses.length === 0) return;
  const column = <TKey extends keyof FailedReferences>(key: TKey) => sql.param(uses.map((use) => use[key]));
  await database.execute(sql`
    SELECT count_failed_references(owner_id, mode, cpu_ms, bytes) FROM unnest(
      ${column('ownerId')}::text[], ${column('mode')}::text[],
      ${column('usedCpuMs')}::float8[], ${column('fetchedBytes')}::float8[]
    ) AS failed (owner_id, mode, cpu_ms, bytes)`);
}

/** Locks tasks in any status for the rest of the transaction, in the order of their ids. */
export async function lockTasks(database: Database, ids: readonly string[]): Promise<Task[]> {
  const task = changedTasks(database, sql`lock_tasks(${sql.param([...ids])}::text[])`);
  return database.with(task).select().from(task);
}

/** Locks a task in any status for the rest of the transaction. */
export async function lockTask(database: Database, id: string): Promise<Task | undefined> {
  const [task] = await lockTasks(database, [id]);
  return task;
}

/** How a task ends. */
export interface EndedTask {
  readonly id: string;
  readonly status: 'completed' | 'failed';
  readonly billingStatus: 'charged' | 'refunded' | 'refund_failed';
  readonly failedReason: string | null;
  readonly hasLastFrame: boolean;
}

/** Ends tasks that the transaction has locked and that have not ended; gives them as they are now, in any order. */
export async function markEnded(
  database: Database,
  ends: readonly EndedTask[],
  resultTtlMs: number,
): Promise<Task[]> {
  const items = ends.map(({ id, status, billingStatus, failedReason, hasLastFrame }) => ({
    id,
    status,
    billing_status: billingStatus,
    failed_reason: failedReason,
    has_last_frame: hasLastFrame,
  }));
  const ttl = sql`${resultTtlMs} * interval '1 millisecond'`;
  const task = changedTasks(database, sql`end_tasks(${JSON.stringify(items)}::jsonb, ${ttl})`);
  return database.with(task).select().from(task);
}

/** Returns the credits of a failed task after all. */
export async function markRefunded(database: Database, id: string): Promise<void> {
  await database.update(tasks).set({ billingStatus: 'refunded' }).where(eq(tasks.id, id));
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
