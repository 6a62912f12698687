import { batched, type Connection, LOOKUP_BATCHES, runPrepared } from '../db/batch.ts';
import type { PollRequest } from './poll.queries.ts';
import type { ShownTask } from './record.ts';

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
  text: `SELECT position, api_keys.owner_id AS "ownerId",
      CASE WHEN owners.suspended_at IS NULL THEN 'tasks:read' = ANY (api_keys.scopes) END AS "inScope",
      tasks.id, tasks.model, tasks.credits, tasks.status, tasks.billing_status AS "billingStatus",
      tasks.failed_reason AS "failedReason", tasks.has_last_frame AS "hasLastFrame",
      tasks.created_at AS "createdAt", tasks.started_at AS "startedAt", tasks.finished_at AS "finishedAt",
      tasks.video_expires_at AS "videoExpiresAt"
    FROM unnest($1::bytea[], $2::text[]) WITH ORDINALITY AS request (hash, task_id, position)
    JOIN api_keys ON api_keys.hash = request.hash AND api_keys.revoked_at IS NULL
      AND (api_keys.expires_at IS NULL OR api_keys.expires_at > now())
    JOIN owners ON owners.id = api_keys.owner_id
    JOIN tasks ON tasks.id = request.task_id AND tasks.owner_id = api_keys.owner_id`,
};

/** Creates the reads of waiting requests of one process: those that arrive together share a statement. */
export function createReadWaitingTask(connection: Connection): ReadWaitingTask {
  return batched(async (requests: readonly PollRequest[]) => {
    const values = [requests.map(({ hash }) => hash), requests.map(({ taskId }) => taskId)];
    const answers = new Array<KeyTask | undefined>(requests.length);
    for (const row of await runPrepared<KeyTaskRow>(connection, READ_TASKS, values)) {
      const { position, ownerId, inScope, ...task } = row;
      answers[Number(position) - 1] = { ownerId, inScope, task };
    }
    return answers;
  }, LOOKUP_BATCHES);
}

/** More than end within the time of a query; with a limit, the index is used even while the table has no statistics. */
const MAX_ENDED = 20_000;

const ENDED_TASKS = {
  name: 'ended-tasks',
  text: `SELECT id FROM tasks
    WHERE finished_at > now() - $1 * interval '1 millisecond' AND input_reduced_at IS NULL
    ORDER BY finished_at DESC LIMIT ${MAX_ENDED}`,
};

/** Lists the tasks that ended within the last milliseconds, the latest first. */
export async function findEndedTasks(connection: Connection, sinceMs: number): Promise<string[]> {
  const rows = await runPrepared<{ id: string }>(connection, ENDED_TASKS, [sinceMs]);
  return rows.map(({ id }) => id);
}
