import { Pool, type PoolClient } from 'pg';

/**
 * A pool that survives the loss of its database. A connection that breaks while a transaction holds it emits an
 * error that nobody else listens to, which would end the process; and drizzle never gives back a connection on
 * which BEGIN failed, so that each outage would cost the pool a connection.
 */
export class ResilientPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: Parameters<Pool['connect']>[0]): void;
  override connect(callback?: Parameters<Pool['connect']>[0]): unknown {
    // With a callback it is the pool's own query(), which watches its connection itself.
    if (callback !== undefined) return super.connect(callback);
    // Not by a promise: a connection may break in the same turn in which it becomes ready.
    return new Promise<PoolClient>((resolve, reject) => {
      super.connect((error, client) => {
        if (client === undefined) reject(error);
        else resolve(giveBackWhenBroken(client));
      });
    });
  }
}

function giveBackWhenBroken(client: PoolClient): PoolClient {
  const giveBack = client.release.bind(client);
  let isHeld = true;
  const release = (error?: Error | boolean): void => {
    if (!isHeld) return;
    isHeld = false;
    client.off('error', release);
    giveBack(error);
  };
  client.on('error', release);
  client.release = release;
  return client;
}
