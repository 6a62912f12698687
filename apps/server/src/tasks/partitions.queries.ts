/** Partitions by month: created ahead of time, and dropped when they are older than the retention. */
import { sql } from 'drizzle-orm';
import type { Database, DatabaseConnection } from '../db/database.ts';
import type { Log } from '../telemetry/log.ts';

/**
 * Creates the partitions that this month and the coming three lack, each in its own transaction. One that fails is logged,
 * and does not stop the others. Returns the names of those that were created.
 */
export async function createPartitions(
  database: Database,
  log: Log,
  create = createPartition,
): Promise<string[]> {
  const created: string[] = [];
  for (const name of await listMissingPartitions(database)) {
    try {
      if (await create(database, name)) created.push(name);
    } catch (error) {
      log.error({ err: error, partition: name }, 'a partition could not be created');
    }
  }
  return created;
}

/**
 * Creates missing partitions like `createPartitions`, but takes any time for it: while a month has no partition, its tasks
 * collect in the default one, and moving many of them takes longer than a statement may.
 */
export async function createPartitionsPatiently(
  database: Database,
  { connect, log }: Pick<MonthRetention, 'connect' | 'log'>,
): Promise<string[]> {
  if ((await countMissingPartitions(database)) === 0) return [];
  const patient = connect();
  try {
    return await createPartitions(patient.database, log, (database, name) =>
      database.transaction(async (transaction) => {
        // Also against a timeout of the role, which holds for the connection.
        await transaction.execute(sql`SET LOCAL statement_timeout = 0`);
        return createPartition(transaction, name);
      }),
    );
  } finally {
    await patient.close();
  }
}

async function listMissingPartitions(database: Database): Promise<string[]> {
  const { rows } = await database.execute<{ name: string }>(sql`SELECT name FROM missing_partitions`);
  return rows.map(({ name }) => name);
}

async function createPartition(database: Database, name: string): Promise<boolean> {
  const { rows } = await database.execute<{ created: boolean }>(
    sql`SELECT create_partition(${name}) AS created`,
  );
  return rows[0]?.created === true;
}

/** Counts the partitions that this month and the coming three lack. */
export async function countMissingPartitions(database: Database): Promise<number> {
  const { rows } = await database.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM missing_partitions`,
  );
  return rows[0]?.count ?? 0;
}

/** Retention of months of tasks. */
export interface MonthRetention {
  /** Whole months before this one that are kept. */
  readonly months: number;
  /** Opens a connection that waits for an answer for any time: to sum up the ledger of a month may take minutes. */
  readonly connect: () => DatabaseConnection;
  readonly log: Log;
}

/**
 * Drops the months of tasks that are older than the retention, with their entries; one that has to stay does not keep the
 * others. Returns the names of their partitions.
 */
export async function dropOldMonths(
  database: Database,
  { months, connect, log }: MonthRetention,
): Promise<string[]> {
  const names = await listOldMonths(database, months);
  if (names.length === 0) return [];
  const dropped: string[] = [];
  const patient = connect();
  try {
    for (const name of names) {
      try {
        if (await dropMonth({ database: patient.database, log }, { name, months })) dropped.push(name);
      } catch (error) {
        log.error({ err: error, partition: name }, 'a month of tasks could not be dropped');
      }
    }
  } finally {
    await patient.close();
  }
  return dropped;
}

async function listOldMonths(database: Database, months: number): Promise<string[]> {
  const { rows } = await database.execute<{ name: string }>(
    sql`SELECT name FROM month_partitions
    WHERE parent = 'tasks' AND until_id <= least_task_id(month_from_now(${-months})) ORDER BY until_id`,
  );
  return rows.map(({ name }) => name);
}

async function dropMonth(
  { database, log }: { readonly database: Database; readonly log: Log },
  { name, months }: { readonly name: string; readonly months: number },
): Promise<boolean> {
  const { rows } = await database.transaction(async (transaction) => {
    // Also against a timeout of the role, which holds for the connection.
    await transaction.execute(sql`SET LOCAL statement_timeout = 0`);
    return transaction.execute<{ isDropped: boolean; obstacle: string | null }>(
      sql`SELECT is_dropped AS "isDropped", obstacle FROM drop_month(${name}, ${months})`,
    );
  });
  const { isDropped = false, obstacle = null } = rows[0] ?? {};
  if (isDropped) log.info({ partition: name }, 'a month of tasks was dropped');
  if (obstacle !== null) {
    log.warn(
      { partition: name, obstacle },
      'a month of tasks is older than the retention, and cannot be dropped',
    );
  }
  return isDropped;
}
