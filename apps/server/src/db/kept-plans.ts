import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { QueryResult, QueryResultRow } from 'pg';
import type { Database } from './database.ts';

const dialect = new PgDialect();
const names = new Map<string, string>();

/**
 * Runs a statement whose plan each connection keeps. A statement that may read every month is planned for each partition:
 * 20 ms with 17 of them, for a page that is read in less than one. PostgreSQL keeps a plan only if it is not worse than one
 * for the values, so limits must be written into the text. Texts must be few: a connection holds up to 2 MB for each.
 */
export async function executeKept<TRow extends QueryResultRow>(
  database: Database,
  statement: SQL,
): Promise<TRow[]> {
  const query = dialect.sqlToQuery(statement);
  const name = names.get(query.sql) ?? `kept-${names.size}`;
  names.set(query.sql, name);
  const prepared = database._.session.prepareQuery<{
    execute: QueryResult<TRow>;
    all: unknown;
    values: unknown;
  }>(query, undefined, name, false);
  const { rows } = await prepared.execute();
  return rows;
}
