import type { Pool } from 'pg';
import { listMissingMigrations } from './db/migrate.ts';
import { requireWritablePool } from './db/read-only.ts';
import type { HealthServices } from './http/routes/health.ts';
import { checkJobs, readQueueDepths } from './jobs/jobs.queries.ts';
import { countMissingPartitions } from './tasks/partitions.queries.ts';
import { createServerMetrics } from './telemetry/server-metrics.ts';
import type { WorkerServices } from './worker.ts';

/** Creates the checks of `/readyz` and the metrics of a process. */
export function createHealthServices({
  database,
  pool,
  log,
}: Pick<WorkerServices, 'database' | 'log'> & { readonly pool: Pool }): Pick<
  HealthServices,
  'checks' | 'metrics' | 'log'
> {
  return {
    checks: {
      database: () => requireWritablePool(pool),
      migrations: async () => {
        const missing = await listMissingMigrations(database);
        if (missing.length > 0) throw new Error(`The database lacks ${missing.join(', ')}.`);
      },
      queue: () => checkJobs(database),
    },
    metrics: createServerMetrics({
      readQueueDepths: () => readQueueDepths(database),
      missingPartitions: () => countMissingPartitions(database),
      pool,
      log,
    }),
    log,
  };
}
