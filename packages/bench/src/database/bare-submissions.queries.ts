// The peer of a submission: the rows that it writes, by the plainest statements, in tables of the same columns,
// checks and indexes. Foreign keys and triggers are omitted: the service pays for them, its peer does not.
import type { Pool } from 'pg';
import { idSql, KEYS, ownerOfKeySql } from './owners.queries.ts';

const TABLES = {
  rate_windows: 'keyframe.rate_windows',
  accounts: 'keyframe.accounts',
  tasks: 'keyframe.tasks',
  ledger_entries: 'keyframe.ledger_entries',
  jobs: 'keyframe.jobs',
};

/** Creates the peer's tables, with the same accounts in them. */
export async function createBareTables(pool: Pool): Promise<void> {
  const tables = Object.entries(TABLES).map(
    ([name, original]) => `CREATE TABLE bare.${name} (LIKE ${original} INCLUDING ALL);`,
  );
  await pool.query(
    `CREATE SCHEMA bare; ${tables.join('\n')} INSERT INTO bare.accounts SELECT * FROM keyframe.accounts; ANALYZE bare.accounts`,
  );
}

/** The rows that a submission stored; its peer stores the same. */
interface Sample {
  readonly input: string;
  readonly credits: number;
}

/** Writes the pgbench script of one submission, after the one that the service has taken last. */
export async function bareSubmissionScript(pool: Pool): Promise<string> {
  const { rows } = await pool.query<Sample>(
    'SELECT input::text, credits FROM keyframe.tasks ORDER BY id DESC LIMIT 1',
  );
  const sample = rows[0];
  if (sample === undefined) throw new Error('The service has stored no task to take the measure of.');
  const { credits } = sample;
  // pgbench takes a colon before a word for a variable of its own, inside of a text as well.
  const input = sample.input.replaceAll("'", "''").replaceAll(/:(?=\w)/g, '\\u003a');
  return `\\set key random(1, ${KEYS})
BEGIN;
INSERT INTO bare.rate_windows AS stored (bucket, quota, hits, granted, touched_at)
  VALUES ('create:' || ${idSql('key', ':key')}, 60, ARRAY[now()], 1, now())
  ON CONFLICT (bucket) DO UPDATE SET hits = stored.hits || excluded.hits, touched_at = excluded.touched_at;
UPDATE bare.accounts SET available = available - ${credits}, reserved = reserved + ${credits}
  WHERE owner_id = ${ownerOfKeySql(':key')} AND mode = 'live';
INSERT INTO bare.tasks (id, owner_id, key_id, mode, model, input, seed, credits, deadline)
  VALUES ('task_' || replace(uuidv7()::text, '-', ''), ${ownerOfKeySql(':key')}, ${idSql('key', ':key')}, 'live',
    'video-2-0', '${input}', 1, ${credits}, now() + interval '30 minutes') RETURNING id AS task \\gset
INSERT INTO bare.ledger_entries (owner_id, mode, task_id, kind, amount)
  VALUES (${ownerOfKeySql(':key')}, 'live', :task, 'reserve', ${credits});
INSERT INTO bare.jobs (task_id, owner_id, mode, has_references)
  VALUES (:task, ${ownerOfKeySql(':key')}, 'live', false);
COMMIT;
`;
}

/** Counts the peer's submissions that left every one of their rows. */
export async function countBareSubmissions(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM bare.tasks
    JOIN bare.ledger_entries ON ledger_entries.task_id = tasks.id JOIN bare.jobs ON jobs.task_id = tasks.id`,
  );
  return rows[0]?.count ?? 0;
}
