import { afterAll, expect, test } from 'vitest';
import { countReads } from '../../tests/support/count-reads.ts';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { givenManyTasks } from '../../tests/support/many-tasks.ts';
import { listEntries } from '../credits/entries.queries.ts';
import { readOverview } from '../credits/overview.queries.ts';
import { connectDatabase, type Database } from '../db/database.ts';
import { listAllTaskSummaries, listTaskSummaries, listTasks } from './listing.queries.ts';

const owned = useDatabase();
// One connection, which keeps its plans.
const { database, close } = connectDatabase(owned.url, { max: 1 });
afterAll(close);

const TABLES = ['tasks', 'ledger_entries'] as const;
const MONTHS = 12;
const COUNT = 30_000;
/** `givenManyTasks` lets a tenth wait. */
const WAITING = COUNT / 10;
/** PostgreSQL plans a statement for its values five times before it keeps a plan. */
const RUNS = 8;
const LIMIT = 20;
/** Two modes, seven groups, one row beyond the page of each, and what they refer to. */
const PAGE_ROWS = 2 * 2 * 7 * (LIMIT + 1);

async function givenYear(): Promise<void> {
  for (const table of TABLES) {
    for (let month = -MONTHS; month < 0; month += 1) {
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

/** Stores a charge of each ended task. */
async function givenCharges(): Promise<void> {
  const client = await owned.pool.connect();
  await client.query("SET session_replication_role = 'replica'");
  await client.query(
    `INSERT INTO ledger_entries (owner_id, mode, task_id, kind, amount, created_at)
    SELECT owner_id, mode, id, kind, credits, created_at FROM tasks CROSS JOIN unnest(ARRAY['reserve', 'charge']) AS kind
    WHERE kind = 'reserve' OR status = 'completed'`,
  );
  client.release(true);
}

test('pages read a bounded number of rows of an owner with many tasks, by plans that were made while tables were empty', async () => {
  await givenYear();
  // PostgreSQL then knows that they are empty, and that to read all of such a table is cheapest.
  await owned.pool.query('VACUUM (ANALYZE) tasks, ledger_entries');
  const owner = await givenOwner(owned);
  const { ownerId } = owner;
  const micros = String((Date.now() - 3_600_000) * 1_000);
  const after = { micros, id: 'task_z' };
  const pages: Readonly<Record<string, (on: Database) => Promise<unknown>>> = {
    tasks: (on) => listTasks(on, { ownerId, mode: 'live', limit: LIMIT }),
    'the next page of tasks': (on) => listTasks(on, { ownerId, mode: 'live', limit: LIMIT, after }),
    summaries: (on) => listTaskSummaries(on, { ownerId, limit: LIMIT }),
    'summaries of all owners': (on) => listAllTaskSummaries(on, { limit: LIMIT }),
    entries: (on) => listEntries(on, { ownerId, limit: LIMIT }),
    'the next page of entries': (on) => listEntries(on, { ownerId, limit: LIMIT, after }),
  };
  const overview = (on: Database) => readOverview(on, { ownerId }, { window: '24h', now: new Date() });
  for (const read of [...Object.values(pages), overview]) {
    for (let run = 0; run < RUNS; run += 1) await read(database);
  }
  await givenManyTasks(owned.pool, { ...owner, count: COUNT });
  await givenCharges();
  for (const [name, read] of Object.entries(pages)) {
    const { scans, rows } = await countReads(database, TABLES, read);
    expect(scans, name).toBe(0);
    expect(rows, name).toBeGreaterThan(LIMIT);
    expect(rows, name).toBeLessThanOrEqual(PAGE_ROWS);
  }
  const { scans, rows } = await countReads(database, TABLES, overview);
  expect(scans).toBe(0);
  expect(rows).toBe(WAITING);
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
