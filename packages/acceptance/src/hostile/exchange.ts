import { connect } from 'node:net';

/** What to write. */
export interface Packet {
  readonly bytes: Buffer;
  /** Ends the writing side at once, for what a server would otherwise wait to see completed. */
  readonly isCutOff: boolean;
}

const PATIENCE_MS = 20_000;

/** Writes bytes on a connection of their own, and gives everything that comes back until the server closes it. */
export function exchange(port: number, { bytes, isCutOff }: Packet): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const received: Buffer[] = [];
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.setTimeout(PATIENCE_MS, () => {
    socket.destroy(new Error(`The server has said nothing for ${PATIENCE_MS} ms.`));
  });
  socket.on('data', (chunk) => received.push(chunk));
  socket.on('end', () => socket.end());
  socket.on('error', (error: NodeJS.ErrnoException) => {
    // It closes without reading the rest of what it refuses, which may reset the connection under the writer.
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return;
    reject(error);
  });
  socket.on('close', () => resolve(Buffer.concat(received)));
  if (isCutOff) socket.end(bytes);
  else socket.write(bytes);
  return promise;
}
