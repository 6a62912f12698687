// The mock as a whole: a guard that listens, and a Prism behind it that is started again when it dies.
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGuard } from './guard.ts';
import { MockError } from './mock-error.ts';
import { startPrism } from './prism-process.ts';
import { type SupervisedPrism, supervisePrism } from './supervised-prism.ts';

/** Where the mock listens and who is told what happens. */
export interface MockOptions {
  /** 0 takes a free port. */
  port: number;
  host: string;
  /** Is told each request, its status, and what is wrong with it. */
  log?: (line: string) => void;
  /** Is told when Prism had to be started again, or a request failed for it. */
  warn?: (line: string) => void;
  /** Whether generations with a `callback_url` post the examples of callbacks to it; true by default. */
  callbacks?: boolean;
}

/** A running mock; `stop` resolves when its process is gone and may be called again. */
export interface Mock {
  url: string;
  /** Resolves when the mock can't go on, to the reason; never when it is stopped. */
  failed: Promise<MockError>;
  stop(): Promise<void>;
}

const DOCUMENT = fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json'));

/** Starts the mock of the contract; throws a {@link MockError} when it can't listen. */
export async function startMock(options: MockOptions): Promise<Mock> {
  await using resources = new AsyncDisposableStack();
  const document = options.callbacks === false ? await withoutCallbacks(resources) : DOCUMENT;
  const warn = options.warn ?? options.log ?? (() => undefined);
  // Before it takes seconds to start Prism.
  let prism: SupervisedPrism | undefined;
  const upstream = async () => {
    if (prism === undefined) throw new Error('Prism is not running yet.');
    return (await prism.current()).url;
  };
  const guard = createGuard({ upstream, warn, log: options.log });
  const url = await listen(guard, options);
  resources.defer(() => close(guard));
  prism = await supervisePrism({
    start: () => startPrism(document),
    warn,
    now: () => performance.now(),
  });
  resources.defer(prism.stop);
  const owned = resources.move();
  return { url, failed: prism.failed, stop: () => owned.disposeAsync() };
}

/** Writes the document anew without callbacks, into a folder that is removed with the mock. */
async function withoutCallbacks(resources: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keyframe-mock-'));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const document = JSON.parse(await readFile(DOCUMENT, 'utf8'), (name, value) =>
    name === 'callbacks' ? undefined : value,
  );
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  return file;
}

async function listen(server: Server, { port, host }: MockOptions): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
    throw isTaken
      ? new MockError('port_taken', `Port ${port} of ${host} is taken: set MOCK_PORT to a free one.`, {
          cause,
        })
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
