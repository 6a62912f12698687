import { afterAll, expect, test } from 'vitest';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { givenManyTasks } from '../../tests/support/many-tasks.ts';
import { listEntries } from '../credits/entries.queries.ts';
import { readOverview } from '../credits/overview.queries.ts';
import { listAllTaskSummaries, listTaskSummaries, listTasks } from '../tasks/listing.queries.ts';
import { connectDatabase, type Database } from './database.ts';

const owned = useDatabase();
const { database, pool, close } = connectDatabase(owned.url, { max: 1 });
afterAll(close);

const TABLES = ['tasks', 'ledger_entries'] as const;
const MONTHS = 12;
const COUNT = 30_000;
/** PostgreSQL plans a statement for its values five times before it compares. */
const PLANNED_FOR_VALUES = 5;
const RUNS = 8;

async function givenYear(): Promise<void> {
  for (const table of TABLES) {
    await owned.pool.query(`DROP TABLE ${table}_before`);
    for (let month = -MONTHS; month < 2; month += 1) {
      const { rows } = await owned.pool.query<{ name: string; from: string; until: string }>(
        `SELECT to_char(month_from_now($1) AT TIME ZONE 'UTC', 'YYYY"_"MM') AS name,
          least_task_id(month_from_now($1)) AS from, least_task_id(month_from_now($1 + 1)) AS until`,
        [month],
      );
      const [{ name, from, until } = { name: '', from: '', until: '' }] = rows;
      await owned.pool.query(
        `CREATE TABLE ${table}_${name} PARTITION OF ${table} FOR VALUES FROM ('${from}') TO ('${until}')`,
      );
    }
  }
}

test('lists and overviews of an owner with many tasks are not planned anew for each month', async () => {
  await givenYear();
  const owner = await givenOwner(owned);
  await givenManyTasks(owned.pool, { ...owner, count: COUNT });
  const { ownerId } = owner;
  const after = { micros: '1900000000000000', id: 'task_z' };
  const reads: Readonly<Record<string, (on: Database) => Promise<unknown>>> = {
    tasks: (on) => listTasks(on, { ownerId, mode: 'live', limit: 20 }),
    'the next page of tasks': (on) => listTasks(on, { ownerId, mode: 'live', limit: 20, after }),
    summaries: (on) => listTaskSummaries(on, { ownerId, limit: 50 }),
    'summaries of all owners': (on) => listAllTaskSummaries(on, { limit: 50 }),
    entries: (on) => listEntries(on, { ownerId, limit: 50 }),
    'the overview': (on) => readOverview(on, { ownerId }, { window: '24h', now: new Date() }),
  };
  for (const [name, read] of Object.entries(reads)) {
    const before = await countPlans();
    for (let run = 0; run < RUNS; run += 1) await read(database);
    const plans = await countPlans();
    expect(plans.custom - before.custom, name).toBeGreaterThan(0);
    expect(plans.generic - before.generic, name).toBeGreaterThanOrEqual(RUNS - PLANNED_FOR_VALUES);
  }
});

test('a page that begins anywhere lists all tasks, also those whose ids are of the month before', async () => {
  const owner = await givenOwner(owned);
  const client = await owned.pool.connect();
  await client.query("SET session_replication_role = 'replica'");
  // Every five hours of 70 days; each third id is written by a clock that is 20 hours late.
  await client.query(
    `INSERT INTO tasks (id, owner_id, key_id, mode, model, input, seed, credits, created_at, deadline)
    SELECT least_task_id(moment - CASE WHEN n % 3 = 0 THEN interval '20 hours' ELSE '0' END) || lpad(n::text, 16, '0'), $1, $2,
      'live', 'video-2-0', '{}', 1, 1, moment, moment
    FROM generate_series(1, 336) AS n CROSS JOIN LATERAL (SELECT now() - n * interval '5 hours' AS moment) AS submitted`,
    [owner.ownerId, owner.keyId],
  );
  client.release(true);
  const { rows } = await owned.pool.query<{ id: string; micros: string }>(
    `SELECT id, (extract(epoch FROM created_at) * 1e6)::bigint::text AS micros FROM tasks
    WHERE owner_id = $1 ORDER BY created_at DESC`,
    [owner.ownerId],
  );
  const ids = rows.map(({ id }) => id);
  const limit = 7;
  for (const [index, after] of rows.entries()) {
    const page = await listTasks(database, { ownerId: owner.ownerId, mode: 'live', limit, after });
    expect(page.items.map(({ id }) => id)).toEqual(ids.slice(index + 1, index + 1 + limit));
  }
});

async function countPlans(): Promise<{ generic: number; custom: number }> {
  const { rows } = await pool.query<{ generic: number; custom: number }>(
    `SELECT coalesce(sum(generic_plans), 0)::int AS generic, coalesce(sum(custom_plans), 0)::int AS custom
    FROM pg_prepared_statements WHERE name LIKE 'kept-%'`,
  );
  return rows[0] ?? { generic: 0, custom: 0 };
}
