import { sql } from 'drizzle-orm';
import { type Database, withoutIndex } from '../db/database.ts';
import type { Mode } from '../db/tables.ts';
import type { QueueDepth } from '../telemetry/server-metrics.ts';

/** Stage of a job that a process holds: it fetches references, or generates the video. */
export type Stage = 'fetching' | 'generating';

/** A job that this process holds. */
export interface Job {
  readonly taskId: string;
  readonly ownerId: string;
  /** Count of times it was taken; with the worker's name it identifies the lease. */
  readonly attempt: number;
  /** Count of processes that died while working on it. */
  readonly deaths: number;
  /** The trace of its submission. */
  readonly traceparent: string | null;
}

/** A job that could be taken. */
export type DueJob = Pick<Job, 'taskId' | 'ownerId' | 'deaths'>;

/** A stage of jobs of one mode, in one worker. */
export interface WorkerStage {
  readonly worker: string;
  readonly mode: Mode;
  readonly stage: Stage;
}

/** How far a search for due jobs looks. */
export interface JobSearch extends WorkerStage {
  /** Maximum jobs of one owner. */
  readonly perOwner: number;
  /** Whether jobs whose previous worker died can be taken. */
  readonly suspects: boolean;
}

/** Maximum owners with due jobs that one search considers: more than can have all jobs of their share. */
const MAX_OWNERS = 200;

/** Jobs that a search found, and the time that PostgreSQL took for it. Waits for a connection are not included. */
export interface FoundJobs {
  readonly jobs: readonly DueJob[];
  readonly tookMs: number;
}

/**
 * Finds due jobs in the order in which they are to be taken: those of owners with the fewest at this stage first, over all
 * processes, then the longest due. To be generated are jobs without references, and those whose references this process
 * has fetched. Owners that wait are found by steps over the index, so that a long queue of one costs nothing, and only
 * those that can come next are looked into.
 */
export async function findDueJobs(
  database: Database,
  { worker, mode, stage, perOwner, suspects }: JobSearch,
): Promise<FoundJobs> {
  const isFetching = stage === 'fetching';
  const held = isFetching ? sql`state IN ('fetching', 'fetched')` : sql`state = 'generating'`;
  const waiting = sql`mode = ${mode} AND state = 'waiting' AND has_references = ${isFetching}`;
  const due = sql`due_at <= now() AND (deaths = 0 OR ${suspects})`;
  const fetchedHere = isFetching
    ? sql`false`
    : sql`state = 'fetched' AND mode = ${mode} AND worker = ${worker}`;
  const { rows } = await database.execute<FoundJobs & Record<string, unknown>>(sql`
    WITH RECURSIVE owner AS (
      (SELECT owner_id FROM jobs WHERE ${waiting} ORDER BY owner_id LIMIT 1)
      UNION ALL
      SELECT (SELECT jobs.owner_id FROM jobs WHERE ${waiting} AND jobs.owner_id > owner.owner_id
        ORDER BY jobs.owner_id LIMIT 1)
      FROM owner WHERE owner.owner_id IS NOT NULL
    ), running AS (
      SELECT owner_id, count(*) AS everywhere FROM jobs WHERE mode = ${mode} AND ${held} GROUP BY owner_id
    ), next_owner AS (
      SELECT owner.owner_id
      FROM owner LEFT JOIN running USING (owner_id) CROSS JOIN LATERAL (
        SELECT due_at FROM jobs WHERE ${waiting} AND jobs.owner_id = owner.owner_id AND ${due}
        ORDER BY due_at LIMIT 1
      ) AS first
      ORDER BY coalesce(everywhere, 0), first.due_at LIMIT ${MAX_OWNERS}
    ), candidate AS (
      SELECT found.* FROM next_owner CROSS JOIN LATERAL (
        SELECT task_id, owner_id, due_at, deaths FROM jobs
        WHERE ${waiting} AND jobs.owner_id = next_owner.owner_id AND ${due}
        ORDER BY due_at LIMIT ${perOwner}
      ) AS found
      UNION ALL
      SELECT task_id, owner_id, due_at, deaths FROM jobs WHERE ${fetchedHere}
    )
    SELECT coalesce(json_agg(
        json_build_object('taskId', task_id, 'ownerId', owner_id, 'deaths', deaths) ORDER BY turn, due_at, task_id
      ), '[]') AS jobs,
      extract(epoch FROM clock_timestamp() - statement_timestamp())::float8 * 1000 AS "tookMs"
    FROM (
      SELECT candidate.*,
        coalesce(everywhere, 0) + row_number() OVER (PARTITION BY owner_id ORDER BY due_at, task_id) AS turn
      FROM candidate LEFT JOIN running USING (owner_id)
    ) AS found`);
  return rows[0] ?? { jobs: [], tookMs: 0 };
}

/** Takes those of the given jobs that are still due at the stage and that no other process takes; in no order. */
export async function claimJobs(
  database: Database,
  taskIds: readonly string[],
  { worker, stage, leaseMs }: Pick<WorkerStage, 'worker' | 'stage'> & { readonly leaseMs: number },
): Promise<Job[]> {
  // By ids alone: statistics of a queue are always of another time, and any other condition or join could make a plan
  // read all that waits, or all that has ended since a snapshot that someone holds.
  const { rows } = await database.execute<Job & Record<string, unknown>>(sql`
    WITH chosen AS MATERIALIZED (
      SELECT task_id, state, has_references, worker, due_at FROM jobs
      WHERE task_id = ANY (${sql.param([...taskIds])}::text[]) ORDER BY task_id FOR UPDATE SKIP LOCKED
    )
    UPDATE jobs SET state = ${stage}, worker = ${worker}, leased_until = ${leaseEnd(leaseMs)},
      attempts = attempts + (state = 'waiting')::integer
    WHERE task_id = ANY (ARRAY(
      SELECT task_id FROM chosen
      WHERE state = 'waiting' AND has_references = ${stage === 'fetching'} AND due_at <= now()
        OR state = 'fetched' AND worker = ${worker}
    ))
    RETURNING task_id AS "taskId", owner_id AS "ownerId", attempts AS attempt, deaths, traceparent`);
  return rows;
}

/**
 * Renews the leases of a worker's jobs, also those that ran out and that nobody has taken; gives those that it has. A job
 * that waits has no worker.
 */
export async function renewLeases(
  database: Database,
  { worker, taskIds, leaseMs }: { worker: string; taskIds: readonly string[]; leaseMs: number },
): Promise<Pick<Job, 'taskId' | 'attempt'>[]> {
  const { rows } = await database.execute<Pick<Job, 'taskId' | 'attempt'> & Record<string, unknown>>(sql`
    UPDATE jobs SET leased_until = ${leaseEnd(leaseMs)}
    WHERE worker = ${worker} AND task_id = ANY (${sql.param([...taskIds])}::text[])
    RETURNING task_id AS "taskId", attempts AS attempt`);
  return rows;
}

/** A worker's hold of a job. */
export interface Lease {
  readonly worker: string;
  readonly job: Pick<Job, 'taskId' | 'attempt'>;
}

/** Notes that the references of a job are here: from now on it waits for a slot of this process. False without a lease. */
export async function markFetched(database: Database, { worker, job }: Lease): Promise<boolean> {
  const { rowCount } = await database.execute(sql`
    UPDATE jobs SET state = 'fetched'
    WHERE task_id = ${job.taskId} AND worker = ${worker} AND attempts = ${job.attempt}
      AND ${withoutIndex(sql`state = 'fetching'`)}`);
  return rowCount === 1;
}

/** Puts a job back, not to be taken before `delayMs` from now; nothing happens when its task ended or its lease is lost. */
export async function putBack(database: Database, { worker, job }: Lease, delayMs: number): Promise<void> {
  await database.execute(sql`
    UPDATE jobs SET state = 'waiting', worker = NULL, leased_until = NULL,
      due_at = now() + ${delayMs} * interval '1 millisecond'
    WHERE task_id = ${job.taskId} AND worker = ${worker} AND attempts = ${job.attempt}`);
}

/** Puts back what a worker holds apart from `taskIds`: all of it at its stop, and claims whose answer was lost. */
export async function putBackOthers(
  database: Database,
  { worker, taskIds }: { worker: string; taskIds: readonly string[] },
): Promise<void> {
  await database.execute(sql`
    UPDATE jobs SET state = 'waiting', worker = NULL, leased_until = NULL
    WHERE worker = ${worker} AND state <> 'waiting' AND task_id <> ALL (${sql.param([...taskIds])}::text[])`);
}

/** Puts back the jobs of other workers that no longer renew their leases; those they worked on have one more death. */
export async function putBackDead(
  database: Database,
  worker: string,
): Promise<{ readonly taskId: string; readonly deaths: number }[]> {
  const { rows } = await database.execute<{ taskId: string; deaths: number }>(sql`
    UPDATE jobs SET state = 'waiting', worker = NULL, leased_until = NULL,
      deaths = deaths + (state IN ('fetching', 'generating'))::integer
    WHERE task_id IN (
      SELECT task_id FROM jobs
      WHERE state <> 'waiting' AND leased_until < now() AND worker <> ${worker} FOR UPDATE SKIP LOCKED)
    RETURNING task_id AS "taskId", deaths`);
  return rows;
}

/** Finds those of some tasks that a process works on. */
export async function listLeasedTasks(database: Database, taskIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await database.execute<{ id: string }>(sql`
    SELECT task_id AS id FROM jobs
    WHERE worker IS NOT NULL AND task_id = ANY (${sql.param([...taskIds])}::text[])`);
  return new Set(rows.map(({ id }) => id));
}

/** Rejects unless the jobs can be read. It reads none: before the first one, there may be all that ended during a backup. */
export async function checkJobs(database: Database): Promise<void> {
  await database.execute(sql`SELECT FROM jobs LIMIT 0`);
}

/**
 * Counts what waits, over the partial indexes that workers claim by; what ended costs nothing. Callbacks wait in
 * the outbox; one that is being sent counts as scheduled, for the case that it fails.
 */
export async function readQueueDepths(database: Database): Promise<QueueDepth[]> {
  const { rows } = await database.execute<QueueDepth & Record<string, unknown>>(sql`
    SELECT 'generate-' || queue.mode AS queue,
      count(job.task_id) FILTER (WHERE job.due_at <= now())::int AS due,
      count(job.task_id) FILTER (WHERE job.due_at > now())::int AS scheduled,
      coalesce(extract(epoch FROM now() - min(job.due_at) FILTER (WHERE job.due_at <= now())), 0)::float8
        AS "oldestSeconds"
    FROM (VALUES ('live'), ('test')) AS queue (mode)
    LEFT JOIN jobs AS job ON job.mode = queue.mode AND job.state = 'waiting'
    GROUP BY queue.mode
    UNION ALL
    SELECT 'deliver-callback',
      count(*) FILTER (WHERE due_at <= now())::int,
      count(*) FILTER (WHERE due_at > now())::int,
      coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE due_at <= now())), 0)::float8
    FROM deliveries WHERE status = 'pending'`);
  return rows;
}

function leaseEnd(leaseMs: number) {
  return sql`now() + ${leaseMs} * interval '1 millisecond'`;
}
