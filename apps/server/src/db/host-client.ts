import { Client, type ClientConfig } from 'pg';
import type { HostList } from './hosts.ts';
import { READ_ONLY, requireWritable } from './read-only.ts';
import type { TimedConnection } from './timed-query.ts';

/** The time for one of several servers to accept a connection, authentication included; then the next one is tried. */
const HOST_TIMEOUT_MS = 3_000;

/** Configuration of a connection of a pool. */
export interface HostClientConfig extends ClientConfig {
  /** The longest that a prepared statement waits for its answer before the connection is broken; no bound unless given. */
  readonly preparedTimeoutMs?: number;
}

type ConnectCallback = (error: Error | null) => void;

/** A connection to the current server of a list; a server that refuses it or only reads is no longer the current one. */
export class HostClient extends Client {
  readonly #hosts: HostList;
  readonly #url: string;
  #isReadOnly = false;

  constructor(hosts: HostList, { preparedTimeoutMs, ...config }: HostClientConfig) {
    const url = hosts.current;
    super({
      ...config,
      connectionString: url,
      ...(hosts.count > 1 && { connectionTimeoutMillis: HOST_TIMEOUT_MS }),
    });
    this.#hosts = hosts;
    this.#url = url;
    const connection: TimedConnection = this.connection;
    connection.preparedTimeoutMs = preparedTimeoutMs;
    this.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code === READ_ONLY) this.#isReadOnly = true;
    });
  }

  /** Whether a statement failed because the server no longer accepts writes. */
  get isReadOnly(): boolean {
    return this.#isReadOnly;
  }

  override connect(): Promise<Client>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): unknown {
    if (callback === undefined) return super.connect();
    return super.connect((error: Error | null) => {
      if (error) this.#hosts.skip(this.#url);
      callback(error);
    });
  }

  /** @throws {ReadOnlyDatabaseError} */
  async requireWritable(): Promise<void> {
    try {
      await requireWritable(this);
    } catch (error) {
      this.#hosts.skip(this.#url);
      throw error;
    }
  }
}
