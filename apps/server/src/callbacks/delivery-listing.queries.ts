/** Lists the deliveries of an owner by time, newest first, from indexes of `deliveries`. */
import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { createPage, type Page, type Position, selectMicros, selectMoment } from '../db/page.ts';
import type { Delivery, DeliveryStatus } from '../db/tables.ts';

/** A delivery as lists show it. */
export type DeliverySummary = Omit<Delivery, 'body' | 'host' | 'traceparent' | 'earlierAttempts'> & {
  /** Result of the last attempt. */
  readonly lastHttpStatus: number | null;
};

/** Filters of a list of deliveries; an omitted one accepts all. */
export interface DeliveryListing {
  readonly ownerId: string;
  readonly taskId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly after?: Position | undefined;
  readonly limit: number;
}

/** Limit of deliveries that a page examines to find those in a status that no index contains. */
const MAX_EXAMINED = 10_000;

type SummaryRow = Omit<DeliverySummary, 'createdAt' | 'dueAt'> &
  Position & { readonly createdAt: string; readonly dueAt: string };

/** Lists deliveries. A page may be short although another one follows, as one of tasks. */
export async function listOwnDeliveries(
  database: Database,
  { ownerId, taskId, status, after, limit }: DeliveryListing,
): Promise<Page<DeliverySummary>> {
  const conditions = [sql`owner_id = ${ownerId}`];
  if (taskId !== undefined) conditions.push(sql`task_id = ${taskId}`);
  if (after !== undefined) conditions.push(sql`(created_at, id) < (${selectMoment(after)}, ${after.id})`);
  if (status === 'failed') conditions.push(sql`status = 'failed'`);
  const isImpliedByIndex = status === undefined || status === 'failed';
  const examined = isImpliedByIndex ? limit + 1 : MAX_EXAMINED;
  const { rows } = await database.execute<SummaryRow & Record<string, unknown>>(sql`
    WITH examined AS MATERIALIZED (
      SELECT id, task_id AS "taskId", owner_id AS "ownerId", url, status, attempts, created_at AS "createdAt",
        due_at AS "dueAt", row_number() OVER (ORDER BY created_at DESC, id DESC) AS rank
      FROM deliveries WHERE ${sql.join(conditions, sql` AND `)} ORDER BY created_at DESC, id DESC LIMIT ${examined}
    )
    SELECT *, ${selectMicros(sql`"createdAt"`)} AS micros,
      (SELECT http_status FROM delivery_attempts WHERE delivery_id = examined.id ORDER BY number DESC LIMIT 1)
        AS "lastHttpStatus"
    FROM examined
    WHERE ${isImpliedByIndex ? sql`true` : sql`status = ${status} OR rank = ${MAX_EXAMINED}`}
    ORDER BY "createdAt" DESC, id DESC LIMIT ${limit + 1}`);
  const page = createPage(rows, limit, summarize);
  if (isImpliedByIndex) return page;
  // The last examined delivery is where the next page starts, even if it is not in the requested status.
  const reached = rows.find((row) => Number(row.rank) === MAX_EXAMINED);
  const next = page.next ?? (reached && { micros: reached.micros, id: reached.id });
  return { items: page.items.filter((item) => item.status === status), next };
}

function summarize({ createdAt, dueAt, ...delivery }: SummaryRow): DeliverySummary {
  return { ...delivery, createdAt: new Date(createdAt), dueAt: new Date(dueAt) };
}
