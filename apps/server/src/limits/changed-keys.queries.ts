import { type Connection, runPrepared } from '../db/batch.ts';
import type { KeyChange, KeyChangeList } from './changed-keys.ts';

interface ChangeRow {
  readonly next: string;
  /** Null if nothing has changed. */
  readonly ownerId: string | null;
  readonly changedIn: string;
}

const COLUMNS = `pg_snapshot_xmin(pg_current_snapshot())::text AS next, owner_id AS "ownerId",
  changed_in::text AS "changedIn"`;

const KEY_CHANGES = {
  name: 'key-changes',
  text: `SELECT ${COLUMNS} FROM (SELECT) AS once LEFT JOIN key_changes ON changed_in >= $1::text::xid8`,
};

const RECENT_KEY_CHANGES = {
  name: 'recent-key-changes',
  text: `SELECT ${COLUMNS} FROM (SELECT) AS once
    LEFT JOIN key_changes ON changed_at > now() - interval '60 seconds'`,
};

/**
 * Lists the owners whose keys have changed since a former list, or in the last minute. A transaction that had not ended
 * then has no number below `next`, so that its change is in the next list.
 */
export async function listKeyChanges(
  connection: Connection,
  since: string | undefined,
): Promise<KeyChangeList> {
  const rows =
    since === undefined
      ? await runPrepared<ChangeRow>(connection, RECENT_KEY_CHANGES, [])
      : await runPrepared<ChangeRow>(connection, KEY_CHANGES, [since]);
  const changes = rows.filter((row): row is ChangeRow & KeyChange => row.ownerId !== null);
  return { next: rows[0]?.next ?? '0', changes };
}
