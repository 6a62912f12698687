/** Expired rows are deleted even from a backlog of millions, within the server's own statement timeout. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { connectDatabase, type DatabaseConnection } from '../db/database.ts';
import { deleteOldRateWindows } from '../limits/rate.queries.ts';
import { deleteOldIdempotencyKeys } from './submissions.queries.ts';
import { listLongFailedTasks, markFilesDeleted } from './tasks.queries.ts';

/** `npm run housekeeping` sets three millions, for which one statement takes minutes. */
const BACKLOG = Number(process.env.KEYFRAME_BACKLOG ?? 60_000);
const FAILED_TASKS = 5_000;
const BATCH = 10_000;
/** The server's own. */
const STATEMENT_TIMEOUT_MS = 10_000;
const TEST_TIMEOUT_MS = 900_000;

const connection = useDatabase();
const { pool: administrator, url } = connection;
let limited: DatabaseConnection;

beforeAll(() => {
  limited = connectDatabase(url, { max: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
});
afterAll(() => limited.close());

/** Writes rows without triggers and foreign keys, and without a log: only then are millions of them a matter of seconds. */
async function fill(table: string, insert: string): Promise<void> {
  const client = await administrator.connect();
  if (table !== 'tasks') await client.query(`ALTER TABLE ${table} SET UNLOGGED`);
  await client.query('SET session_replication_role = replica');
  await client.query(insert);
  client.release(true);
}

/** Notes how many rows each DELETE takes: one that takes all of a backlog outlasts every limit once there are enough. */
async function watchDeletions(table: string): Promise<() => Promise<number>> {
  await administrator.query(`
    CREATE TABLE ${table}_deletions (count integer NOT NULL);
    CREATE FUNCTION note_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO ${table}_deletions SELECT count(*) FROM gone; RETURN NULL; END $$;
    CREATE TRIGGER note AFTER DELETE ON ${table} REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION note_${table}()`);
  return async () => {
    const { rows } = await administrator.query<{ most: number }>(
      `SELECT max(count) AS most FROM ${table}_deletions`,
    );
    return rows[0]?.most ?? 0;
  };
}

async function count(table: string): Promise<number> {
  const { rows } = await administrator.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table}`,
  );
  return rows[0]?.count ?? 0;
}

const endless = { isOver: false };

test(
  `OPEN-23 ${BACKLOG} expired claims are deleted though no statement may take ${STATEMENT_TIMEOUT_MS} ms, and live ones stay`,
  async () => {
    await fill(
      'idempotency_keys',
      `INSERT INTO idempotency_keys (owner_id, mode, key, body_hash, task_id, credits, created_at)
      SELECT 'own_1', 'live', n, '\\x00', 'task', 1, now() - CASE WHEN n <= ${BACKLOG}
        THEN interval '25 hours' + n * interval '1 millisecond' ELSE interval '23 hours' END
      FROM generate_series(1, ${BACKLOG} + 5) AS n`,
    );
    const mostAtOnce = await watchDeletions('idempotency_keys');
    const deleted = await deleteOldIdempotencyKeys(limited.database, endless);
    expect(deleted).toBe(BACKLOG);
    expect(await mostAtOnce()).toBeLessThanOrEqual(BATCH);
    expect(await count('idempotency_keys')).toBe(5);
  },
  TEST_TIMEOUT_MS,
);

test(
  `${BACKLOG} windows that nobody touches are deleted by statements below ${STATEMENT_TIMEOUT_MS} ms, and others stay`,
  async () => {
    await fill(
      'rate_windows',
      `INSERT INTO rate_windows (bucket, quota, hits, granted, touched_at)
      SELECT 'poll:task_' || n, 6, '{}', 1, now() - CASE n % 20000 WHEN 7 THEN interval '0' ELSE interval '1 hour' END
      FROM generate_series(1, ${BACKLOG}) AS n`,
    );
    const mostAtOnce = await watchDeletions('rate_windows');
    const deleted = await deleteOldRateWindows(limited.database, endless);
    expect(await mostAtOnce()).toBeLessThanOrEqual(BATCH);
    expect(deleted).toBe(BACKLOG - BACKLOG / 20_000);
    expect(await count('rate_windows')).toBe(BACKLOG / 20_000);
  },
  TEST_TIMEOUT_MS,
);

test('a round that is over stops after its batch, and the next one goes on', async () => {
  await administrator.query(`INSERT INTO rate_windows (bucket, quota, hits, granted, touched_at)
    SELECT 'left:' || n, 6, '{}', 1, now() - interval '1 hour' FROM generate_series(1, 15000) AS n`);
  const first = await deleteOldRateWindows(limited.database, { isOver: true });
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(15_000);
  expect(first + (await deleteOldRateWindows(limited.database, endless))).toBe(15_000);
});

test('lists failed tasks by an index from where the last list ended, until the end', async () => {
  const { ownerId, keyId } = await givenOwner(connection);
  await fill(
    'tasks',
    `INSERT INTO tasks (id, owner_id, key_id, mode, model, input, seed, credits, deadline, status, billing_status,
      failed_reason, finished_at)
    SELECT 'task_' || n, '${ownerId}', '${keyId}', 'live', 'video-2-0', '{}', 1, 1, now() - n / 3 * interval '1 second',
      'failed', 'refunded', 'timed_out', now() FROM generate_series(1, ${FAILED_TASKS}) AS n`,
  );
  const seen = new Set<string>();
  let last: Awaited<ReturnType<typeof listLongFailedTasks>>[number] | undefined;
  for (;;) {
    const batch = await listLongFailedTasks(limited.database, { graceMs: 0, last });
    if (batch.length === 0) break;
    for (const { id } of batch) seen.add(id);
    last = batch.at(-1);
  }
  expect(seen.size).toBe(FAILED_TASKS);
  await markFilesDeleted(limited.database, ['task_1', 'task_20000']);
  const { rows } = await administrator.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT id FROM tasks WHERE files_deleted_at IS NULL AND video_expires_at IS NULL AND finished_at IS NOT NULL
      AND deadline <= now() ORDER BY deadline, id LIMIT 1000`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  // The index tasks_failed_with_files of the partition that the ids belong to.
  expect(plan).toContain('tasks_default_deadline_id_idx');
  // A merge of partitions has a sort key, and sorts nothing.
  expect(plan).not.toMatch(/Sort {2}\(cost/);
});
