import type { Pool } from 'pg';
import type { Database } from '../../db/database.ts';
import { listMissingMigrations } from '../../db/migrate.ts';
import { requireWritablePool } from '../../db/read-only.ts';
import { checkJobs, readQueueDepths } from '../../jobs/jobs.queries.ts';
import { countMissingPartitions } from '../../tasks/partitions.queries.ts';
import type { Log } from '../../telemetry/log.ts';
import { createServerMetrics } from '../../telemetry/server-metrics.ts';
import type { HealthServices } from './health.ts';

/** Creates the checks of `/readyz` and the metrics of a process. */
export function createHealthServices({
  database,
  pool,
  log,
}: {
  readonly database: Database;
  readonly pool: Pool;
  readonly log: Log;
}): Pick<HealthServices, 'checks' | 'metrics' | 'log'> {
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
