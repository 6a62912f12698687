// The ledger as it is stored, read without the server's code.
import { Client } from 'pg';

/** A task and what was booked for it: kinds in their order, and whether each entry has the task's price. */
export interface BookedTask {
  readonly id: string;
  readonly prompt: string;
  readonly kinds: readonly string[];
  readonly isExact: boolean;
}

/** The contents of the database after a run. */
export interface StoredLedger {
  readonly tasks: readonly BookedTask[];
  /** Sum of all postings, each entry's taken from one account and put into another. */
  readonly sum: number;
  readonly deliveries: Readonly<Record<'delivered' | 'failed', number>>;
  /** Processes that have leased permits of limits lately, and so hold keys and ended tasks in memory. */
  readonly permitHolders: number;
}

/** Counts callbacks that are under way. */
export function countPending(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM keyframe.deliveries WHERE status = 'pending'`,
    );
    return rows[0]?.count ?? 0;
  });
}

/** Reads the ledger in one snapshot. */
export function readStoredLedger(url: string): Promise<StoredLedger> {
  return withClient(url, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tasks = await client.query<BookedTask>(
      `SELECT task.id, task.input ->> 'prompt' AS prompt,
        coalesce(array_agg(entry.kind ORDER BY entry.id) FILTER (WHERE entry.id IS NOT NULL), '{}') AS kinds,
        coalesce(bool_and(entry.amount = task.credits), false) AS "isExact"
      FROM keyframe.tasks AS task LEFT JOIN keyframe.ledger_entries AS entry ON entry.task_id = task.id
      GROUP BY task.id`,
    );
    const totals = await client.query<{
      sum: number;
      permitHolders: number;
      delivered: number;
      failed: number;
    }>(
      `SELECT (SELECT sum(amount)::float8 FROM keyframe.ledger_postings) AS sum,
        (SELECT count(*)::int FROM keyframe.lease_holders) AS "permitHolders",
        count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
        count(*) FILTER (WHERE status = 'failed')::int AS failed
      FROM keyframe.deliveries`,
    );
    const total = totals.rows[0];
    if (total === undefined) throw new Error('An aggregate gave no row.');
    const { sum, permitHolders, ...deliveries } = total;
    return { tasks: tasks.rows, sum, deliveries, permitHolders };
  });
}

async function withClient<TResult>(
  url: string,
  action: (client: Client) => Promise<TResult>,
): Promise<TResult> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return action(client).finally(() => client.end());
}
