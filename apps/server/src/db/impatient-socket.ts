import { Socket } from 'node:net';

/**
 * Makes the sockets of a pool, which break after a silence instead of waiting for an answer that will not come.
 * A time-out of a query alone would leave its connection in the pool, for the next one to wait on as well.
 */
export function impatientSocket(silenceMs: number): () => Socket {
  return () => {
    const socket = new Socket();
    socket.setTimeout(silenceMs, () => {
      const message = `The database has not answered for ${silenceMs} ms.`;
      socket.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
    });
    return socket;
  };
}
