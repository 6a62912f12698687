import { connect } from 'node:net';

/**
 * How the writing side ends: `open` awaits the answer, `cut off` ends at once, for what a server would otherwise wait
 * to see completed, and `hesitant` gives it some time first.
 */
export type Ending = 'open' | 'cut off' | 'hesitant';

/** The bytes to write. */
export interface Packet {
  readonly bytes: Buffer;
  readonly ending: Ending;
}

const RESPONSE_TIMEOUT_MS = 20_000;
const HESITATION_MS = 200;

/** Writes bytes on a connection of their own, and gives everything that comes back until the server closes it. */
export function sendPacket(port: number, { bytes, ending }: Packet): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  let received = '';
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  // The server has had its time: what has come by then is checked.
  socket.setTimeout(RESPONSE_TIMEOUT_MS, () => socket.destroy());
  socket.setEncoding('latin1').on('data', (bytes) => {
    received += bytes.toString();
  });
  socket.on('end', () => socket.end());
  socket.on('error', (error: NodeJS.ErrnoException) => {
    // It closes without reading the rest of what it refuses, which may reset the connection under the writer.
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return;
    reject(error);
  });
  const hesitation = ending === 'hesitant' && setTimeout(() => socket.end(), HESITATION_MS);
  socket.on('close', () => {
    if (hesitation) clearTimeout(hesitation);
    resolve(Buffer.from(received, 'latin1'));
  });
  if (ending === 'cut off') socket.end(bytes);
  else socket.write(bytes);
  return promise;
}
