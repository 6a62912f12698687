/** A database of the first version, whose migrations only the history of the repository has, and one that this version creates. */
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { describeSchema } from '../../tests/support/describe-schema.ts';
import { auditLedger, readBalance } from '../credits/ledger.queries.ts';
import { migrate } from './migrate.ts';
import { grantPrivileges, readPrivileges } from './privileges.ts';
import { SQUASHED_MIGRATIONS } from './sql-files.ts';

const FIRST_VERSION = '5d91f6ad';
const run = promisify(execFile);

function hasFirstVersion(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${FIRST_VERSION}^{commit}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs the migrations of the first version, as its process did. */
async function migrateToFirstVersion(pool: Pool): Promise<void> {
  const client = await pool.connect();
  await client.query('CREATE SCHEMA keyframe');
  await client.query(
    'CREATE TABLE migrations (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  for (const [name, hash] of SQUASHED_MIGRATIONS) {
    const object = `${FIRST_VERSION}:apps/server/src/db/migrations/${name}`;
    const { stdout: text } = await run('git', ['show', object]);
    expect(createHash('sha256').update(text).digest('hex'), name).toBe(hash);
    await client.query(`BEGIN; ${text}; COMMIT`);
    await client.query('INSERT INTO migrations VALUES ($1, $2)', [name, hash]);
  }
  client.release();
}

/** Reads the texts of functions and views, which the description of the schema lacks. */
async function readDefinitions(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(
    `SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE pronamespace = 'keyframe'::regnamespace
    UNION ALL SELECT relname || pg_get_viewdef(oid) FROM pg_class
    WHERE relnamespace = 'keyframe'::regnamespace AND relkind = 'v' ORDER BY text`,
  );
  return rows.map(({ text }) => text);
}

describe.skipIf(!hasFirstVersion())(`a database of ${FIRST_VERSION}, in a clone with that commit`, () => {
  const upgraded = useDatabase({ migrated: false });
  const created = useDatabase();
  beforeAll(() => migrateToFirstVersion(upgraded.pool));

  test('continues with its tasks and balances', async () => {
    await upgraded.pool.query(`INSERT INTO owners (id, name, callback_secret) VALUES ('own_1', 'o', 's');
      INSERT INTO accounts (owner_id, mode) VALUES ('own_1', 'live');
      INSERT INTO ledger_entries (owner_id, mode, kind, amount) VALUES ('own_1', 'live', 'grant', 100)`);
    const task = `INSERT INTO tasks (id, owner_id, key_id, mode, model, input, seed, credits, deadline)
      VALUES ($1, 'own_1', NULL, 'live', 'video-2-0', '{}', 0, 30, now())`;
    const complete = `UPDATE tasks SET status = 'completed', billing_status = 'charged', finished_at = now(),
      video_expires_at = now() WHERE id = $1`;
    const start = `UPDATE tasks SET status = 'generating' WHERE id = $1`;
    for (const id of ['task_00ended', 'task_00started']) {
      await upgraded.pool.query(task, [id]);
      await upgraded.pool.query(start, [id]);
    }
    await upgraded.pool.query(complete, ['task_00ended']);
    expect(await migrate(upgraded.url)).toContain('functions/accept_submissions.sql');
    expect(await migrate(upgraded.url)).toEqual([]);
    expect(await readBalance(upgraded.database, 'own_1', 'live')).toEqual({
      available: 40,
      reserved: 30,
    });
    await upgraded.pool.query(complete, ['task_00started']);
    expect(await readBalance(upgraded.database, 'own_1', 'live')).toEqual({
      available: 40,
      reserved: 0,
    });
    expect(await auditLedger(upgraded.database)).toMatchObject({ balanced: true, findings: [] });
  });

  test('has the functions, constraints, triggers, indexes and privileges of a new one', async () => {
    await migrate(upgraded.url);
    expect(await describeSchema(upgraded.pool)).toEqual(await describeSchema(created.pool));
    expect(await readDefinitions(upgraded.pool)).toEqual(await readDefinitions(created.pool));
    const role = new URL(created.applicationUrl).username;
    const [before, after] = await Promise.all(
      [upgraded, created].map(async ({ url, pool }) => {
        await grantPrivileges(url, { role });
        return readPrivileges(pool, { role });
      }),
    );
    expect(before).toEqual(after);
  });
});
