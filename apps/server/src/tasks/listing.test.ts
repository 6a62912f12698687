import { beforeAll, describe, expect, test } from 'vitest';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { explainPlan, mostRows, readsWholeTable } from '../../tests/support/explain.ts';
import { givenManyTasks } from '../../tests/support/many-tasks.ts';
import type { TaskFilter } from './filter-conditions.ts';
import { listTaskSummaries, listTasks } from './listing.queries.ts';

const connection = useDatabase();
const COUNT = 30_000;
const LIMIT = 50;
/** Two modes, three groups, one row beyond the page of each. */
const MERGED = 6 * (LIMIT + 1);
const EXAMINED = 10_000;

let owner: Awaited<ReturnType<typeof givenOwner>>;
beforeAll(async () => {
  owner = await givenOwner(connection);
  const neighbour = await givenOwner(connection);
  await givenManyTasks(connection.pool, { ...owner, count: COUNT });
  await givenManyTasks(connection.pool, { ...neighbour, count: COUNT });
});

async function allIds(filter: Omit<TaskFilter, 'mode'>, limit = 1000): Promise<string[]> {
  const ids: string[] = [];
  let after: Parameters<typeof listTasks>[1]['after'];
  do {
    const { ownerId } = owner;
    const page = await listTasks(connection.database, { ownerId, mode: 'live', ...filter, after, limit });
    ids.push(...page.items.map(({ id }) => id));
    after = page.next;
  } while (after !== undefined);
  return ids;
}

/** Reads the expected tasks without regard to speed. */
async function wantedIds(condition: string): Promise<string[]> {
  const { rows } = await connection.pool.query<{ id: string }>(
    `SELECT id FROM tasks WHERE owner_id = $1 AND ${condition} ORDER BY created_at DESC, id DESC`,
    [owner.ownerId],
  );
  return rows.map(({ id }) => id);
}

test.each<[TaskFilter, string]>([
  [{}, 'true'],
  [{ status: 'queued' }, `status = 'queued'`],
  [{ status: 'generating' }, `status = 'generating'`],
  [{ status: 'failed' }, `status = 'failed'`],
  [
    { billingStatus: 'charged', model: 'video-2-0-mini' },
    `status = 'completed' AND model = 'video-2-0-mini'`,
  ],
  [{ model: 'video-2-0-mini' }, `model = 'video-2-0-mini'`],
  [{ billingStatus: 'refund_failed' }, `billing_status = 'refund_failed'`],
])('the pages for %j hold each task once, newest first', async (filter, condition) => {
  expect(await allIds(filter)).toEqual(await wantedIds(condition));
});

test('a range of time holds its beginning and not its end', async () => {
  const ids = await allIds({}, 100);
  const { rows } = await connection.pool.query<{ moment: Date }>(
    'SELECT created_at AS moment FROM tasks WHERE id = ANY ($1) ORDER BY created_at DESC',
    [[ids[10], ids[20]]],
  );
  const [late, early] = rows.map(({ moment }) => new Date(Math.ceil(moment.getTime() / 1000) * 1000));
  const listed = await allIds({ createdFrom: early, createdBefore: late });
  expect(listed.length).toBeGreaterThanOrEqual(9);
  const { rows: wanted } = await connection.pool.query<{ id: string }>(
    'SELECT id FROM tasks WHERE owner_id = $1 AND created_at >= $2 AND created_at < $3 ORDER BY created_at DESC, id DESC',
    [owner.ownerId, early, late],
  );
  expect(listed).toEqual(wanted.map(({ id }) => id));
});

test('a page whose filter matches few tasks is short, and contains the next cursor', async () => {
  const { ownerId } = owner;
  const filter = { ownerId, mode: 'live', model: 'video-2-0-fast', limit: 10 } as const;
  const page = await listTasks(connection.database, filter);
  expect(page.items).toEqual([]);
  expect(page.next).toBeDefined();
});

test('orders tasks of the same time by their ids', async () => {
  const other = await givenOwner(connection);
  await givenManyTasks(connection.pool, { ...other, count: 10 });
  await connection.pool.query('ALTER TABLE tasks DISABLE TRIGGER refuse_illegal_transition');
  await connection.pool.query('UPDATE tasks SET created_at = now() WHERE owner_id = $1', [other.ownerId]);
  await connection.pool.query('ALTER TABLE tasks ENABLE TRIGGER refuse_illegal_transition');
  const first = await listTaskSummaries(connection.database, { ownerId: other.ownerId, limit: 6 });
  const second = await listTaskSummaries(connection.database, {
    ownerId: other.ownerId,
    limit: 6,
    after: first.next,
  });
  const ids = [...first.items, ...second.items].map(({ id }) => id);
  expect(new Set(ids).size).toBe(10);
  expect(ids).toEqual(ids.toSorted().reverse());
  expect(second.next).toBeUndefined();
});

describe.each([
  ['before PostgreSQL has looked at the tables', ''],
  ['with statistics', 'VACUUM (ANALYZE) tasks'],
])('the plan of a page, %s,', (_, statement) => {
  beforeAll(() => connection.pool.query(statement));

  const readPlan = (filter: TaskFilter) =>
    explainPlan(connection.pool, async (database) => {
      const { ownerId } = owner;
      const first = await listTaskSummaries(database, { ownerId, ...filter, limit: LIMIT });
      await listTaskSummaries(database, { ownerId, ...filter, limit: LIMIT, after: first.next });
    });

  test.each<TaskFilter>([
    {},
    { mode: 'live' },
    { status: 'failed' },
    { createdBefore: new Date(Date.now() - 3_600_000) },
  ])('for %j reads only the tasks that it shows', async (filter) => {
    const plan = await readPlan(filter);
    expect(plan.filter(readsWholeTable)).toEqual([]);
    expect(mostRows(plan)).toBeLessThanOrEqual(MERGED);
  });

  test.each<TaskFilter>([
    { model: 'video-2-0-fast' },
    { status: 'generating' },
    { keyId: 'key_other' },
    { idPrefix: 'task_x' },
  ])('for %j, which no index implies, reads a bounded number', async (filter) => {
    const plan = await readPlan(filter);
    expect(plan.filter(readsWholeTable)).toEqual([]);
    expect(mostRows(plan)).toBeLessThanOrEqual(EXAMINED);
  });
});
