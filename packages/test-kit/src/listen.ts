import type { Server } from 'node:net';
import { Server as TlsServer } from 'node:tls';

/** A listening server; `await using` stops it with all its connections. */
export interface Listening extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:<port>`, or `https:` for a server with TLS. */
  readonly url: string;
  /** Connections made so far. */
  readonly connections: number;
}

/** Listens on a free port of 127.0.0.1, for HTTP, HTTPS and raw TCP servers alike. */
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
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const { port } = address;
  return {
    port,
    url: `${server instanceof TlsServer ? 'https' : 'http'}://127.0.0.1:${port}`,
    get connections() {
      return connections;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
