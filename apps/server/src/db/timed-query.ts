import type { Duplex } from 'node:stream';
import { type Connection, Query, type QueryConfig } from 'pg';

/** Members that the types of node-postgres leave out. */
interface RunningQuery {
  readonly text: string;
  submit(connection: Connection): Error | null;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}

const RunningQuery = Query as unknown as new (config: QueryConfig) => RunningQuery;

/** A connection that says how long its server may take for a {@link TimedQuery}, in milliseconds; for ever if it does not. */
export interface TimedConnection extends Connection {
  preparedTimeoutMs?: number | undefined;
}

/**
 * A query that breaks its connection if the server does not answer in time. The option `query_timeout` of node-postgres
 * would assign a function to each query. V8 allocates functions that are assigned to properties in the old generation, where
 * each one keeps the values and the rows of its query until the next full collection.
 */
export class TimedQuery extends RunningQuery {
  #timer: NodeJS.Timeout | undefined;

  override submit(connection: TimedConnection): Error | null {
    const { stream, preparedTimeoutMs } = connection;
    if (preparedTimeoutMs !== undefined) {
      this.#timer = setTimeout(breakOff, preparedTimeoutMs, stream, preparedTimeoutMs);
    }
    return super.submit(connection);
  }

  override handleReadyForQuery(connection: Connection): void {
    clearTimeout(this.#timer);
    super.handleReadyForQuery(connection);
  }

  override handleError(error: Error, connection: Connection): void {
    clearTimeout(this.#timer);
    super.handleError(error, connection);
  }
}

function breakOff(stream: Duplex, timeoutMs: number): void {
  const message = `The database has not answered a statement for ${timeoutMs} ms.`;
  stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
}
