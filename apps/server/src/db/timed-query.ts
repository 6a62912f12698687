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

/**
 * A query that breaks its connection if the server does not answer in time. The option `query_timeout` of node-postgres
 * would assign a function to each query. V8 allocates functions that are assigned to properties in the old generation, where
 * each one keeps the values and the rows of its query until the next full collection.
 */
export class TimedQuery extends RunningQuery {
  readonly #timeoutMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(config: QueryConfig, timeoutMs: number) {
    super(config);
    this.#timeoutMs = timeoutMs;
  }

  override submit(connection: Connection): Error | null {
    this.#timer = setTimeout(breakOff, this.#timeoutMs, connection.stream, this.#timeoutMs);
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
