/** Ended tasks of the sandbox, in the order of their ends, each once however often and wherever the list is continued. */
import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { type Position, selectMicros, selectMoment } from '../db/page.ts';
import type { ShownTask } from './record.ts';
import { parseMoments } from './row-moments.ts';

/** A part of the list. */
export interface EndedTestTasks {
  readonly items: readonly ShownTask[];
  /** The position of later ones. */
  readonly position: Position;
}

/** Precedes every id. */
const FIRST_ID = '0';

/**
 * Lists the test tasks of an owner that ended after a position. A task becomes visible later than the moment of its end:
 * when its transaction commits. Without the horizon, the position of a faster transaction would skip it.
 */
export async function listEndedTestTasks(
  database: Database,
  { ownerId, after, limit }: { ownerId: string; after: Position | undefined; limit: number },
): Promise<EndedTestTasks> {
  const horizon = { micros: await readHorizon(database), id: FIRST_ID };
  if (after === undefined) return { items: [], position: horizon };
  // Not in the statement of the horizon: the snapshot has to be younger.
  const { rows } = await database.execute<ShownTask & Position & Record<string, unknown>>(sql`
    SELECT ${selectMicros(sql`finished_at`)} AS micros, id, model, credits, status, billing_status AS "billingStatus",
      failed_reason AS "failedReason", has_last_frame AS "hasLastFrame", created_at AS "createdAt",
      started_at AS "startedAt", finished_at AS "finishedAt", video_expires_at AS "videoExpiresAt"
    FROM tasks
    WHERE owner_id = ${ownerId} AND mode = 'test' AND finished_at IS NOT NULL
      AND (finished_at, id) > (${selectMoment(after)}, ${after.id}) AND finished_at < ${selectMoment(horizon)}
    ORDER BY finished_at, id LIMIT ${limit}`);
  const last = rows.at(-1);
  const position = last === undefined ? after : { micros: last.micros, id: last.id };
  return { items: rows.map(parseMoments), position };
}

/**
 * Reads the moment before which no running transaction began, as tasks end at the beginning of a transaction. A
 * transaction is shown a moment after its beginning; one that lasts longer than any of ours, such as a backup, is ignored.
 */
async function readHorizon(database: Database): Promise<string> {
  const { rows } = await database.execute<{ micros: string }>(sql`
    SELECT ${selectMicros(sql`greatest(least(min(xact_start), now()), now() - interval '15 seconds') - interval '0.1 seconds'`)}
      AS micros
    FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'`);
  const [row] = rows;
  if (row === undefined) throw new Error('An aggregate has one row.');
  return row.micros;
}
