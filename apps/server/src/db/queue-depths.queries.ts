import { sql } from 'drizzle-orm';
import type { QueueDepth } from '../telemetry/server-metrics.ts';
import type { Database } from './database.ts';
import { QUEUE_SCHEMA, QUEUES } from './queue.ts';

/**
 * Counts what waits, over the partial indexes that workers fetch by; what ended costs nothing. Callbacks wait in
 * the outbox; one that is being sent counts as scheduled, for the case that it fails.
 */
export async function queueDepths(database: Database): Promise<QueueDepth[]> {
  const { rows } = await database.execute<QueueDepth & Record<string, unknown>>(sql`
    SELECT queue.name AS queue,
      count(job.id) FILTER (WHERE job.start_after <= now())::int AS due,
      count(job.id) FILTER (WHERE job.start_after > now())::int AS scheduled,
      coalesce(extract(epoch FROM now() - min(job.start_after) FILTER (WHERE job.start_after <= now())), 0)::float8
        AS "oldestSeconds"
    FROM unnest(${sql.param([...QUEUES])}::text[]) AS queue (name)
    LEFT JOIN ${sql.identifier(QUEUE_SCHEMA)}.job AS job
      ON job.name = queue.name AND job.state < 'active' AND NOT job.blocked
    GROUP BY queue.name
    UNION ALL
    SELECT 'deliver-callback',
      count(*) FILTER (WHERE due_at <= now())::int,
      count(*) FILTER (WHERE due_at > now())::int,
      coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE due_at <= now())), 0)::float8
    FROM deliveries WHERE status = 'pending'`);
  return rows;
}
