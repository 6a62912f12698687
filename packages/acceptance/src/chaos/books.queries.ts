// The books as they are stored, read without the server's code.
import { Client } from 'pg';

/** A task and what was booked for it: kinds in their order, and whether each entry has the task's price. */
export interface BookedTask {
  readonly id: string;
  readonly prompt: string;
  readonly kinds: readonly string[];
  readonly isExact: boolean;
}

/** What the database holds after a run. */
export interface Books {
  readonly tasks: readonly BookedTask[];
  /** Sum of all postings, each entry's taken from one account and put into another. */
  readonly sum: number;
  readonly deliveries: Readonly<Record<'pending' | 'delivered' | 'failed', number>>;
}

/** Reads the books in one snapshot. */
export async function readBooks(url: string): Promise<Books> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tasks = await client.query<BookedTask>(
      `SELECT task.id, task.input ->> 'prompt' AS prompt,
        coalesce(array_agg(entry.kind ORDER BY entry.id) FILTER (WHERE entry.id IS NOT NULL), '{}') AS kinds,
        coalesce(bool_and(entry.amount = task.credits), false) AS "isExact"
      FROM keyframe.tasks AS task LEFT JOIN keyframe.ledger_entries AS entry ON entry.task_id = task.id
      GROUP BY task.id`,
    );
    const totals = await client.query<{ sum: number; pending: number; delivered: number; failed: number }>(
      `SELECT (SELECT sum(amount)::float8 FROM keyframe.ledger_postings) AS sum,
        count(*) FILTER (WHERE status = 'pending')::int AS pending,
        count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
        count(*) FILTER (WHERE status = 'failed')::int AS failed
      FROM keyframe.deliveries`,
    );
    const total = totals.rows[0];
    if (total === undefined) throw new Error('An aggregate gave no row.');
    const { sum, ...deliveries } = total;
    return { tasks: tasks.rows, sum, deliveries };
  } finally {
    await client.end();
  }
}
