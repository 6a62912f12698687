import { type BlockList, createServer } from 'node:net';
import { connect } from './connect.ts';
import { startDeadline } from './deadline.ts';
import { EgressError } from './egress-error.ts';
import type { ResolveName } from './resolve-name.ts';

const SELF_TEST_TIMEOUT_MS = 5_000;

const resolveToLoopback: ResolveName = async () => [{ address: '127.0.0.1', family: 4 }];

/** Connects to a URL that leads to loopback; true when the connection itself refused the address. */
async function isRefused(url: string, blockList: BlockList): Promise<boolean> {
  using deadline = startDeadline(SELF_TEST_TIMEOUT_MS);
  try {
    const socket = await connect(
      new URL(url),
      { blockList, resolveName: resolveToLoopback },
      deadline.signal,
    );
    socket.destroy();
    return false;
  } catch (error) {
    if (error instanceof EgressError) return error.reason === 'blocked_address';
    throw error;
  }
}

/**
 * Proves that this runtime asks the block list before it connects (Node 20 ignores it in silence): connections to a
 * loopback listener, by address and by a name that resolves to it, plain and with TLS, must be refused. Rejects when
 * one is not.
 */
export async function proveGuard(blockList: BlockList): Promise<void> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the listener has no port');
    for (const origin of [
      'http://127.0.0.1',
      'https://127.0.0.1',
      'http://a.example.com',
      'https://a.example.com',
    ]) {
      if (await isRefused(`${origin}:${address.port}/`, blockList)) continue;
      throw new Error(
        `Node ${process.version} does not refuse a connection to loopback (${origin}); run the server under Node 26`,
      );
    }
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
