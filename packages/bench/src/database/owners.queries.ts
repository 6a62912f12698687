// Owners, keys and credits, written straight into the server's tables: thousands, before a measurement starts.
import { createHmac, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

/** Enough that at 20,000 requests a second no key exceeds the default of 60 a minute. */
export const KEYS = 20_000;
export const KEYS_PER_OWNER = 10;
const CREDITS = 1_000_000_000;

/** SQL that makes an id of the server's form out of a number. */
export function idSql(prefix: 'own' | 'key' | 'task', number: string): string {
  return `'${prefix}_' || lpad((${number})::text, 26, '0')`;
}

/** Creates owners with credits and keys of a mode, numbered from 1, and gives the keys in that order. */
export async function insertOwners(pool: Pool, mode: 'live' | 'test' = 'live'): Promise<string[]> {
  const { rows } = await pool.query<{ value: Buffer }>(
    `SELECT value FROM keyframe.secrets WHERE name = 'key-hash'`,
  );
  const secret = rows[0]?.value;
  if (secret === undefined) throw new Error('The server has stored no secret for its keys.');
  const keys = Array.from({ length: KEYS }, () => `sk_${mode}_${randomBytes(16).toString('hex')}`);
  await pool.query(
    `WITH owner AS (
      INSERT INTO keyframe.owners (id, name, callback_secret)
      SELECT ${idSql('own', 'n')}, 'bench', $1 FROM generate_series(1, $2::integer) AS n RETURNING id
    ), account AS (
      INSERT INTO keyframe.accounts (owner_id, mode) SELECT id, mode FROM owner, unnest(ARRAY['live', 'test']) AS mode
    )
    INSERT INTO keyframe.api_keys (id, owner_id, mode, scopes, hash, hint)
    SELECT ${idSql('key', 'n')}, ${ownerOfKeySql('n')}, $4, ARRAY['videos:create', 'tasks:read'], hash, 'bench'
    FROM unnest($3::bytea[]) WITH ORDINALITY AS key (hash, n)`,
    [
      `whsec_${randomBytes(32).toString('base64')}`,
      Math.ceil(KEYS / KEYS_PER_OWNER),
      keys.map((key) => createHmac('sha256', secret).update(key).digest()),
      mode,
    ],
  );
  await pool.query(
    `INSERT INTO keyframe.ledger_entries (owner_id, mode, kind, amount)
    SELECT id, $2, 'grant', $1 FROM keyframe.owners`,
    [CREDITS, mode],
  );
  // Only these: statistics that call a table empty would make PostgreSQL plan for it to stay so.
  await pool.query('ANALYZE keyframe.owners, keyframe.accounts, keyframe.api_keys, keyframe.ledger_entries');
  return keys;
}

/** Lists the owners, in the order of their numbers. */
export async function listOwnerIds(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM keyframe.owners ORDER BY id');
  return rows.map(({ id }) => id);
}

/** SQL for the id of the owner of a key's number. */
export function ownerOfKeySql(key: string): string {
  return idSql('own', `(${key} - 1) / ${KEYS_PER_OWNER} + 1`);
}

/** Counts the tasks that were accepted and the jobs that will render them. */
export async function countSubmissions(
  pool: Pool,
): Promise<{ readonly tasks: number; readonly jobs: number }> {
  const { rows } = await pool.query<{ tasks: number; jobs: number }>(
    `SELECT (SELECT count(*)::integer FROM keyframe.tasks) AS tasks,
      (SELECT count(*)::integer FROM keyframe.jobs) AS jobs`,
  );
  return rows[0] ?? { tasks: 0, jobs: 0 };
}

/** Writes every changed page, so that no round pays for the one before it. */
export async function checkpoint(pool: Pool): Promise<void> {
  await pool.query('CHECKPOINT');
}
