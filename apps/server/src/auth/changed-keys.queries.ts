import { type Connection, runPrepared } from '../db/batch.ts';
import type { KeyChange } from './changed-keys.ts';

const KEY_CHANGES = {
  name: 'key-changes',
  text: `SELECT owner_id AS "ownerId", changed_at::text AS "changedAt" FROM key_changes
    WHERE changed_at > now() - interval '60 seconds'`,
};

/** Lists the owners whose keys have changed in the last minute: a change is visible once its transaction has committed. */
export function listKeyChanges(connection: Connection): Promise<KeyChange[]> {
  return runPrepared<KeyChange>(connection, KEY_CHANGES, []);
}
