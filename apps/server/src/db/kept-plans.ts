import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { QueryResult, QueryResultRow } from 'pg';
import type { Database } from './database.ts';

/** Statements with a kept plan at most: each connection that runs one holds up to 2 MB of the server's memory for it. */
const MAX_STATEMENTS = 24;

const dialect = new PgDialect();
const names = new Map<string, string>();

/**
 * Runs a statement whose plan each connection keeps. A statement that may read every month is planned for each partition:
 * 20 ms with 17 of them, for a page that is read in less than one. PostgreSQL keeps a plan only if it is not worse than one
 * for the values, so limits must be written into the text. Texts must be few; those beyond a limit are planned each time.
 */
export async function executeKept<TRow extends QueryResultRow>(
  database: Database,
  statement: SQL,
): Promise<TRow[]> {
  const query = dialect.sqlToQuery(statement);
  if (!names.has(query.sql) && names.size < MAX_STATEMENTS) names.set(query.sql, `kept-${names.size}`);
  const prepared = database._.session.prepareQuery<{
    execute: QueryResult<TRow>;
    all: unknown;
    values: unknown;
  }>(query, undefined, names.get(query.sql), false);
  const { rows } = await prepared.execute();
  return rows;
}
