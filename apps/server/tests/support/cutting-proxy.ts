// A way to PostgreSQL on which every connection breaks that carries a certain text.

import { connect, createServer } from 'node:net';
import { type Listening, listen } from '@keyframe/test-kit';

/** A running proxy. */
export interface CuttingProxy extends AsyncDisposable {
  /** The database's address, through the proxy. */
  readonly url: string;
  /** How many connections were cut. */
  readonly cuts: number;
}

/** Starts a proxy to the database of a URL that cuts a connection as soon as its client sends `text`. */
export async function startCuttingProxy(databaseUrl: string, text: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  let cuts = 0;
  const listening: Listening = await listen(
    createServer((client) => {
      const server = connect(Number(target.port), target.hostname);
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const) {
        from.on('error', () => to.destroy());
        from.on('close', () => to.destroy());
      }
      server.pipe(client);
      client.on('data', (bytes) => {
        if (!bytes.includes(text)) return server.write(bytes);
        cuts += 1;
        return client.destroy();
      });
    }),
  );
  const url = new URL(databaseUrl);
  url.port = String(listening.port);
  return {
    url: url.href,
    get cuts() {
      return cuts;
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}
