// Prism over the contract: a guard that listens, and a Prism behind it that is started again when it dies.
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MockError } from '../mock-error.ts';
import type { Mock, MockOptions } from '../mock-options.ts';
import { createGuard } from './guard.ts';
import { startPrism } from './prism-process.ts';
import { type SupervisedPrism, supervisePrism } from './supervised-prism.ts';

interface Document {
  path: string;
  remove(): Promise<void>;
}

const DOCUMENT = fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json'));

/** Starts Prism over the contract; throws a {@link MockError} when it cannot listen. */
export async function startPrismMock(options: MockOptions = {}): Promise<Mock> {
  const warn = options.warn ?? options.log ?? (() => undefined);
  let prism: SupervisedPrism | undefined;
  const upstream = async () => {
    if (prism === undefined) throw new Error('Prism is not running yet.');
    return (await prism.current()).url;
  };
  const guard = createGuard({ upstream, warn, log: options.log });
  // Before it takes seconds to start Prism.
  const url = await listen(guard, options);
  let document: Document | undefined;
  const stop = async () => {
    await prism?.stop();
    await document?.remove();
    await close(guard);
  };
  try {
    document = await prepareDocument(options);
    const { path } = document;
    prism = await supervisePrism({ start: () => startPrism(path), warn, now: () => performance.now() });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, failed: prism.failed, stop, [Symbol.asyncDispose]: stop };
}

/** Without callbacks the document is written anew, into a folder that is removed with the mock. */
async function prepareDocument({ callbacks = true }: MockOptions): Promise<Document> {
  if (callbacks) return { path: DOCUMENT, remove: async () => undefined };
  const document = JSON.parse(await readFile(DOCUMENT, 'utf8'), (name, value) =>
    name === 'callbacks' ? undefined : value,
  );
  const folder = await mkdtemp(join(tmpdir(), 'keyframe-mock-'));
  const path = join(folder, 'openapi.json');
  await writeFile(path, JSON.stringify(document));
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function listen(server: Server, { port = 0, host = '127.0.0.1' }: MockOptions): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
    throw isTaken
      ? new MockError('port_taken', `Port ${port} on ${host} is already in use.`, { cause })
      : new MockError('not_started', `The mock cannot listen on port ${port} of ${host}.`, { cause });
  }
  const { address, family, port: taken } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`;
}

function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  return closed;
}
