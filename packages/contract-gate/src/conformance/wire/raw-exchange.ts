// Writes bytes on a connection of their own, for what no client library sends.

import { SYSTEM_CLOCK } from '@keyframe/openapi-runtime/internal';
import { type ConnectionOptions, openSocket } from './connection.ts';

/** Bytes to write, and the way to write them. */
export interface RawPacket {
  bytes: Buffer;
  /** Ends the writing side when all is written; otherwise the connection is left open. */
  isCutOff?: boolean;
  /** Time to wait for the connection to end, however much comes meanwhile. */
  timeoutMs: number;
}

// The first lines show how a server parsed the bytes; an endless response must not fill the memory.
const MOST_BYTES = 2 ** 16;

/** The truncated response, and whether the server closed the connection in time. */
export interface RawAnswer {
  bytes: Buffer;
  isClosed: boolean;
}

/** Writes bytes to a server and gives what comes back until it closes the connection. */
export function exchangeRaw(
  connection: ConnectionOptions,
  { bytes, isCutOff = false, timeoutMs }: RawPacket,
): Promise<RawAnswer> {
  const { promise, resolve } = Promise.withResolvers<RawAnswer>();
  const socket = openSocket(connection, true);
  const received: Buffer[] = [];
  let size = 0;
  let isClosed = true;
  const { clock = SYSTEM_CLOCK } = connection;
  const cancel = clock.setTimer(timeoutMs, () => {
    isClosed = false;
    socket.destroy();
  });
  socket.on('data', (chunk: Buffer) => {
    if (size < MOST_BYTES) received.push(chunk);
    size += chunk.length;
  });
  socket.on('end', () => socket.end());
  // A server may close without reading the rest of what it refuses; what came until then counts.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    cancel();
    resolve({ bytes: Buffer.concat(received), isClosed });
  });
  if (isCutOff) socket.end(bytes);
  else socket.write(bytes);
  return promise;
}
