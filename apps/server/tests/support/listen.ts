import type { Server } from 'node:net';

/** A listening server; `await using` stops it with all its connections. */
export interface Listening extends AsyncDisposable {
  readonly port: number;
  /** How many connections were made. */
  readonly connections: number;
}

/** Listens on a free port of 127.0.0.1, for HTTP and raw TCP servers alike. */
export async function listen(server: Server): Promise<Listening> {
  let connections = 0;
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    port: address.port,
    get connections() {
      return connections;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
