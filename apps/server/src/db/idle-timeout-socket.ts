import { Socket } from 'node:net';

/**
 * Creates the sockets of a pool, which close after `silenceMs` without a byte instead of waiting for an answer that will
 * not come. A timeout of a query alone would leave its connection in the pool, for the next query to wait on as well.
 */
export function idleTimeoutSocket(silenceMs: number): () => Socket {
  return () => {
    const socket = new Socket();
    socket.setTimeout(silenceMs, () => {
      const message = `The database has not answered for ${silenceMs} ms.`;
      socket.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
    });
    return socket;
  };
}
