import { expect, test } from 'vitest';
import { parseConfig } from '../src/config.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const POOL = 3;
const { connection, request } = useServer(async () => ({ DATABASE_POOL: String(POOL), RATE_STATUS: '1000' }));

/** PostgreSQL's max_connections by default, less those that it keeps for superusers. */
const CONNECTIONS_OF_POSTGRESQL = 100 - 3;

test('a process opens no more connections than DATABASE_POOL under any load', async () => {
  const { key } = await givenOwner(connection, { mode: 'test' });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => request(`/v1/tasks/task_${index}`, { key })),
  );
  expect(answers.every(({ status }) => status === 404)).toBe(true);
  const { rows } = await connection.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND usename = 'keyframe_app' AND application_name = 'keyframe'`,
  );
  expect(rows[0]?.count).toBeGreaterThan(0);
  expect(rows[0]?.count).toBeLessThanOrEqual(POOL);
});

test('eight processes with the default fit into a PostgreSQL with its default', () => {
  // One more is there while a process starts, or an operator's command runs.
  expect(8 * parseConfig({}).databasePool + 8).toBeLessThanOrEqual(CONNECTIONS_OF_POSTGRESQL);
});
