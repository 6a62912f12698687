import { batched, type Connection, LOOKUP_BATCHES, runPrepared } from '../db/batch.ts';
import type { PollRequest } from './poll.queries.ts';
import type { ShownTask } from './record.ts';
import type { ChangedTask } from './task-changes.ts';

/** A task, read for a key that is still valid. */
export interface KeyTask {
  readonly ownerId: string;
  /** Whether the key may read tasks; null if its owner is suspended. */
  readonly inScope: boolean | null;
  readonly task: ShownTask;
}

/** Reads a task again for a request that waits, without counting the request; undefined if its key was revoked since. */
export type ReadWaitingTask = (request: PollRequest) => Promise<KeyTask | undefined>;

interface KeyTaskRow extends ShownTask, Omit<KeyTask, 'task'> {
  readonly position: string;
}

const READ_TASKS = {
  name: 'read-waiting-tasks',
  text: `WITH authenticated AS MATERIALIZED (
      SELECT request.position, request.task_id, api_keys.owner_id,
        CASE WHEN owners.suspended_at IS NULL THEN 'tasks:read' = ANY (api_keys.scopes) END AS in_scope,
        row_number() OVER (ORDER BY request.position) AS number
      FROM unnest($1::bytea[], $2::text[]) WITH ORDINALITY AS request (hash, task_id, position)
      JOIN api_keys ON api_keys.hash = request.hash AND api_keys.revoked_at IS NULL
        AND (api_keys.expires_at IS NULL OR api_keys.expires_at > now())
      JOIN owners ON owners.id = api_keys.owner_id
    )
    SELECT authenticated.position, authenticated.owner_id AS "ownerId", authenticated.in_scope AS "inScope",
      task.id, task.model, task.credits, task.status, task.billing_status AS "billingStatus",
      task.failed_reason AS "failedReason", task.has_last_frame AS "hasLastFrame",
      task.created_at AS "createdAt", task.started_at AS "startedAt", task.finished_at AS "finishedAt",
      task.video_expires_at AS "videoExpiresAt"
    FROM authenticated JOIN read_tasks(
      ARRAY(SELECT owner_id FROM authenticated ORDER BY number), ARRAY(SELECT task_id FROM authenticated ORDER BY number)
    ) AS task ON task.position = authenticated.number`,
};

/** Creates the reads of waiting requests of one process: those that arrive together share a statement. */
export function createReadWaitingTask(connection: Connection): ReadWaitingTask {
  return batched(
    async (requests: readonly PollRequest[]) => {
      const values = [requests.map(({ hash }) => hash), requests.map(({ taskId }) => taskId)];
      const answers = new Array<KeyTask | undefined>(requests.length);
      for (const row of await runPrepared<KeyTaskRow>(connection, READ_TASKS, values)) {
        const { position, ownerId, inScope, ...task } = row;
        answers[Number(position) - 1] = { ownerId, inScope, task };
      }
      return answers;
    },
    { ...LOOKUP_BATCHES, findOwner: ({ hash }) => hash.toString('latin1') },
  );
}

/** More than change within the time of a query; with a limit, the indexes are used even while the table has no statistics. */
const MAX_CHANGED = 20_000;

const CHANGED_TASKS = {
  name: 'changed-tasks',
  text: `(SELECT id, true AS "isEnded" FROM tasks
      WHERE finished_at > now() - $1 * interval '1 millisecond' AND input_reduced_at IS NULL
      ORDER BY finished_at DESC LIMIT ${MAX_CHANGED})
    UNION ALL
    (SELECT id, false FROM tasks
      WHERE started_at > now() - $1 * interval '1 millisecond' AND finished_at IS NULL
      ORDER BY started_at DESC LIMIT ${MAX_CHANGED})`,
};

/** Lists the tasks that started or ended within the last milliseconds. */
export function findChangedTasks(connection: Connection, sinceMs: number): Promise<ChangedTask[]> {
  return runPrepared<{ id: string; isEnded: boolean }>(connection, CHANGED_TASKS, [sinceMs]);
}

const REFUSED_KEYS = {
  name: 'refused-keys',
  text: `SELECT hash FROM unnest($1::bytea[]) AS request (hash)
    WHERE NOT EXISTS (
      SELECT FROM api_keys JOIN owners ON owners.id = api_keys.owner_id
      WHERE api_keys.hash = request.hash AND api_keys.revoked_at IS NULL
        AND (api_keys.expires_at IS NULL OR api_keys.expires_at > now())
        AND owners.suspended_at IS NULL AND 'tasks:read' = ANY (api_keys.scopes)
    )`,
};

/** Lists the keys, by their hashes, that may no longer read tasks. */
export async function findRefusedKeys(connection: Connection, hashes: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await runPrepared<{ hash: Buffer }>(connection, REFUSED_KEYS, [hashes]);
  return rows.map(({ hash }) => hash);
}
