import { type ClientBase, Pool, type PoolClient, type PoolConfig } from 'pg';
import { HostClient, type HostClientConfig } from './host-client.ts';
import { HostList } from './hosts.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** Message of the pool when no connection became free in time; another server would not help. */
const POOL_IS_FULL = /^timeout exceeded when trying to connect/;

/** Configuration of a pool; the URL may name several servers, of which the writable one is used. */
export interface ResilientPoolConfig
  extends Omit<PoolConfig, 'Client' | 'onConnect'>,
    Pick<HostClientConfig, 'preparedTimeoutMs'> {
  readonly connectionString: string;
}

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/**
 * A pool that survives the loss of its database and follows a failover.
 * - A connection that breaks while a transaction holds it emits an error that nobody else listens to, which would end
 *   the process; and drizzle never releases a connection on which BEGIN failed, so each outage would cost the pool a
 *   connection.
 * - Only sessions that can write are used. A connection whose statement failed because the server is read-only is
 *   closed, since a demoted primary may keep its connections open.
 */
export class ResilientPool extends Pool {
  readonly #hosts: HostList;

  constructor({ connectionString, ...config }: ResilientPoolConfig) {
    const hosts = new HostList(connectionString);
    super({
      ...config,
      Client: class extends HostClient {
        constructor() {
          super(hosts, config);
        }
      },
      onConnect: checkNewConnection,
    });
    this.#hosts = hosts;
    // An idle connection that breaks has left the pool already; without a listener, its error would end the process.
    this.on('error', () => {});
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): unknown {
    const otherServers = this.#hosts.count - 1;
    // With a callback, this is the pool's own query(), which handles errors of its connection itself.
    if (callback !== undefined) return this.#connectAny(otherServers, callback);
    // Not by a promise: a connection may break in the same turn in which it becomes ready.
    return new Promise<PoolClient>((resolve, reject) => {
      this.#connectAny(otherServers, (error, client) => {
        if (client === undefined) reject(error);
        else resolve(releaseWhenBroken(client));
      });
    });
  }

  #connectAny(otherServers: number, callback: ConnectCallback): void {
    super.connect((error, client, release) => {
      const isRetried =
        otherServers > 0 && isDatabaseUnavailable(error) && !POOL_IS_FULL.test(error?.message ?? '');
      if (isRetried) this.#connectAny(otherServers - 1, callback);
      else callback(error, client, release);
    });
  }
}

async function checkNewConnection(client: ClientBase): Promise<void> {
  if (client instanceof HostClient) await client.requireWritable();
}

function releaseWhenBroken(client: PoolClient): PoolClient {
  const giveBack = client.release.bind(client);
  let isHeld = true;
  const release = (error?: Error | boolean): void => {
    if (!isHeld) return;
    isHeld = false;
    client.off('error', release);
    giveBack(error ?? (client instanceof HostClient && client.isReadOnly));
  };
  client.on('error', release);
  client.release = release;
  return client;
}
