/** Partitions by month: created ahead of time, and dropped when they are older than the retention. */
import { sql } from 'drizzle-orm';
import type { Database, DatabaseConnection } from '../db/database.ts';
import type { Log } from '../telemetry/log.ts';

/** Creates the partitions that the coming three months lack, each in its own transaction. Returns their names. */
export async function createPartitions(database: Database): Promise<string[]> {
  const created: string[] = [];
  for (;;) {
    const { rows } = await database.execute<{ name: string | null }>(
      sql`SELECT create_next_partition() AS name`,
    );
    const name = rows[0]?.name ?? null;
    if (name === null) return created;
    created.push(name);
  }
}

/** Retention of months of tasks. */
export interface MonthRetention {
  /** Whole months before this one that are kept. */
  readonly months: number;
  /** Opens a connection without a timeout of statements: to sum up the ledger of a month may take minutes. */
  readonly connect: () => DatabaseConnection;
  readonly log: Log;
}

/** Drops the months of tasks that are older than the retention, with their entries. Returns the names of their partitions. */
export async function dropOldMonths({ months, connect, log }: MonthRetention): Promise<string[]> {
  const dropped: string[] = [];
  const { database, close } = connect();
  try {
    for (;;) {
      const { rows } = await database.execute<{ partition: string | null; obstacle: string | null }>(
        sql`SELECT partition, obstacle FROM drop_oldest_month(${months})`,
      );
      const { partition = null, obstacle = null } = rows[0] ?? {};
      if (partition === null) return dropped;
      if (obstacle !== null) {
        log.warn(
          { partition, obstacle },
          'a month of tasks is older than the retention, and cannot be dropped',
        );
        return dropped;
      }
      log.info({ partition }, 'a month of tasks was dropped');
      dropped.push(partition);
    }
  } finally {
    await close();
  }
}
