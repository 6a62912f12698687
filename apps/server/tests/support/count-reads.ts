import { sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';

/** Reads of some work from tables whose names have a beginning. */
export interface Reads {
  /** Scans without an index. */
  readonly scans: number;
  /** Rows of these scans, and entries of indexes. */
  readonly rows: number;
}

/** Counts what some work reads, also within functions; of a table in partitions, all of them. */
export async function countReads(
  database: Database,
  prefixes: readonly string[],
  work: (on: Database) => Promise<unknown>,
): Promise<Reads> {
  return database.transaction(async (transaction) => {
    const read = async (): Promise<Reads> => {
      const { rows } = await transaction.execute<Reads & Record<string, unknown>>(sql`
        SELECT coalesce(sum(pg_stat_get_xact_numscans(oid)) FILTER (WHERE relkind = 'r'), 0)::int AS scans,
          coalesce(sum(pg_stat_get_xact_tuples_returned(oid)), 0)::int AS rows
        FROM pg_class WHERE relkind IN ('r', 'i') AND relname ^@ ANY (${sql.param(prefixes)}::text[])`);
      return rows[0] ?? { scans: 0, rows: 0 };
    };
    // The counters belong to the connection, and earlier transactions of it may be in them.
    const before = await read();
    await work(transaction);
    const after = await read();
    return { scans: after.scans - before.scans, rows: after.rows - before.rows };
  });
}
