/** Lists what an operator still owes (STA-7), from partial indexes of `tasks`. */
import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import {
  createPage,
  type Page,
  type PageRequest,
  type Position,
  selectMicros,
  selectMoment,
} from '../db/page.ts';
import type { Task } from '../db/tables.ts';

/** A failed task whose credits are not returned yet. */
export type FailedRefund = Pick<Task, 'ownerId' | 'mode' | 'credits'> & {
  readonly taskId: string;
  readonly ownerName: string;
  readonly failedReason: string;
  readonly failedAt: Date;
};

type FailedRefundRow = Omit<FailedRefund, 'failedAt'> & Position & { readonly failedAt: string };

/** Lists refunds that failed, of an owner or of all, those of the newest tasks first. */
export async function listFailedRefunds(
  database: Database,
  { ownerId, after, limit }: PageRequest & { readonly ownerId?: string | undefined },
): Promise<Page<FailedRefund>> {
  const ofOne = ownerId === undefined ? sql`true` : sql`tasks.owner_id = ${ownerId}`;
  const beyond =
    after === undefined
      ? sql`true`
      : sql`(tasks.created_at, tasks.id) < (${selectMoment(after)}, ${after.id})`;
  const { rows } = await database.execute<FailedRefundRow & Record<string, unknown>>(sql`
    SELECT tasks.id, tasks.id AS "taskId", ${selectMicros(sql`tasks.created_at`)} AS micros, tasks.owner_id AS "ownerId",
      owners.name AS "ownerName", tasks.mode, tasks.credits, tasks.failed_reason AS "failedReason",
      tasks.finished_at AS "failedAt"
    FROM tasks JOIN owners ON owners.id = tasks.owner_id
    WHERE tasks.billing_status = 'refund_failed' AND ${ofOne} AND ${beyond}
    ORDER BY tasks.created_at DESC, tasks.id DESC LIMIT ${limit + 1}`);
  return createPage(rows, limit, ({ failedAt, ...refund }) => ({ ...refund, failedAt: new Date(failedAt) }));
}
