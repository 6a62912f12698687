import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { Mode } from '../db/tables.ts';

/** Failed live refund that no operator has been notified of. */
export interface UnsentRefund extends Record<string, unknown> {
  readonly taskId: string;
  readonly ownerId: string;
  readonly mode: Mode;
  readonly credits: number;
}

/** The largest message. */
const LIMIT = 100;

/**
 * Sends notices of failed live refunds, each at least once: those of test keys fail because a prompt asks for it. Claims are committed before `send` runs, so several workers do not
 * send the same notice, and one that dies loses none: its claims expire after five minutes.
 */
export async function sendFailedRefundNotices(
  database: Database,
  send: (refunds: readonly UnsentRefund[]) => Promise<void>,
): Promise<void> {
  await database.execute(sql`
    INSERT INTO failed_refund_notices (task_id)
    SELECT id FROM tasks
    WHERE billing_status = 'refund_failed' AND mode = 'live'
      AND NOT EXISTS (SELECT FROM failed_refund_notices AS notice WHERE notice.task_id = tasks.id)
    ORDER BY created_at, id LIMIT ${LIMIT}
    ON CONFLICT DO NOTHING`);
  const { rows } = await database.execute<UnsentRefund>(sql`
    WITH claimed AS (
      UPDATE failed_refund_notices SET claimed_at = now()
      WHERE task_id IN (
        SELECT task_id FROM failed_refund_notices
        WHERE sent_at IS NULL AND (claimed_at IS NULL OR claimed_at < now() - interval '5 minutes')
        LIMIT ${LIMIT} FOR UPDATE SKIP LOCKED
      )
      RETURNING task_id
    )
    SELECT tasks.id AS "taskId", owner_id AS "ownerId", mode, credits
    FROM claimed JOIN tasks ON tasks.id = claimed.task_id ORDER BY tasks.id`);
  if (rows.length === 0) return;
  await send(rows);
  const ids = sql.param(rows.map(({ taskId }) => taskId));
  await database.execute(sql`UPDATE failed_refund_notices SET sent_at = now() WHERE task_id = ANY (${ids})`);
}
