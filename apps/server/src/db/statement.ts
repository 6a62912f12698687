import type { ClientBase, QueryResultRow } from 'pg';

/** A pool, or a connection of it that is in a transaction. */
export type Connection = Pick<ClientBase, 'query'>;

/** SQL with a name of its own. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * Runs a statement that each connection parses and plans once, and gives its rows. For the hot paths, where parsing
 * and planning cost more than the rest; a statement whose text varies has no place here.
 */
export async function runPrepared<TRow extends QueryResultRow>(
  connection: Connection,
  { name, text }: Statement,
  values: unknown[],
): Promise<TRow[]> {
  const { rows } = await connection.query<TRow>({ name, text, values });
  return rows;
}
