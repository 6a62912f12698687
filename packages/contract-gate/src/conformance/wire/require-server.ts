import { connect } from 'node:net';
import { UsageError } from '../../usage-error.ts';
import { readAddress } from './raw-exchange.ts';

const REACH_MS = 5_000;

/** Connects to the server. Throws UsageError if it cannot be reached. */
export async function requireServer(server: URL, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return;
  const socket = connect(readAddress(server));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (reason: string) =>
    reject(new UsageError(`The server at ${server.href} cannot be reached: ${reason}.`));
  socket.once('connect', resolve);
  socket.once('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
  socket.setTimeout(REACH_MS, () => fail(`no connection within ${REACH_MS / 1_000} s`));
  try {
    await promise;
  } finally {
    socket.destroy();
  }
}
