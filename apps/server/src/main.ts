/**
 * `npm start`: the server, and with ROLE=all what a laptop needs around it: an embedded PostgreSQL unless
 * DATABASE_URL is set, an owner with keys and credits, and the mock.
 */
import { createServer } from 'node:net';
import { type Mock, startMock } from '@keyframe/mock';
import { type Config, parseConfig } from './config.ts';
import { connectDatabase } from './db/database.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './db/embedded.ts';
import { isDatabaseUnavailable } from './db/unavailable.ts';
import { listenError } from './listen-error.ts';
import { type Server, startServer } from './server.ts';
import { startBanner } from './start/banner.ts';
import { publishDatabaseUrl, withdrawDatabaseUrl } from './start/data-directory.ts';
import { demoOwner } from './start/demo-owner.ts';
import { createLog, type Log } from './telemetry/log.ts';

/** Stops what was started, the last part first; every part gets its chance even when one fails. */
class Parts {
  readonly #stops: (() => Promise<unknown>)[] = [];

  add(stop: () => Promise<unknown>): void {
    this.#stops.unshift(stop);
  }

  async stop(log: Log): Promise<void> {
    for (const stop of this.#stops.splice(0)) {
      await stop().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'));
    }
  }
}

async function openDatabase(config: Config, parts: Parts): Promise<string> {
  if (config.databaseUrl !== undefined) return config.databaseUrl;
  const embedded: EmbeddedDatabase = await startEmbeddedDatabase(config.dataDirectory);
  parts.add(embedded.stop);
  await publishDatabaseUrl(config.dataDirectory, embedded.url);
  parts.add(() => withdrawDatabaseUrl(config.dataDirectory));
  return embedded.url;
}

async function openTracing({ otlpEndpoint, role }: Config, parts: Parts): Promise<void> {
  if (otlpEndpoint === undefined) return;
  const { startTracing } = await import('./telemetry/start-tracing.ts');
  const tracing = startTracing({ endpoint: otlpEndpoint, role });
  parts.add(() => tracing.stop());
}

async function startLaptop(
  config: Config,
  databaseUrl: string,
  { parts, log }: { readonly parts: Parts; readonly log: Log },
): Promise<string> {
  const mock: Mock = await startMock({
    port: config.mockPort,
    host: config.host,
    warn: (line) => log.warn(`mock: ${line}`),
  });
  mock.failed.then((error) =>
    log.error({ err: error }, 'the mock has ended; the service goes on without it'),
  );
  parts.add(() => mock.stop());
  const { database, close } = connectDatabase(databaseUrl, { max: 1 });
  const owner = await demoOwner(database, config.dataDirectory).finally(close);
  return startBanner({ api: config.publicUrl, mock: mock.url }, owner);
}

/** Fails before anything is started, which is cheaper to read and to undo. */
async function requireFreePort(port: number, variable: string, host: string): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (cause) => reject(listenError({ port, host, variable }, cause)));
    probe.listen(port, host, resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
}

async function start(config: Config, parts: Parts, log: Log): Promise<void> {
  await requireFreePort(config.port, 'PORT', config.host);
  if (config.role === 'all') await requireFreePort(config.mockPort, 'MOCK_PORT', config.host);
  await openTracing(config, parts);
  const databaseUrl = await openDatabase(config, parts);
  const server: Server = await startServer({ ...config, databaseUrl }, log).catch((cause: unknown) => {
    if (config.databaseUrl === undefined || !isDatabaseUnavailable(cause)) throw cause;
    throw new Error(`DATABASE_URL can't be reached: ${String(cause)}`, { cause });
  });
  parts.add(() => server.stop());
  if (config.role === 'all') process.stdout.write(await startLaptop(config, databaseUrl, { parts, log }));
}

async function main(): Promise<void> {
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel);
  const parts = new Parts();
  let stopping = false;
  const stop = () => {
    // A second signal is meant: what still runs then is found, and stopped, by the next start.
    if (stopping) process.exit(130);
    stopping = true;
    started.then(() => parts.stop(log)).then(() => process.exit(process.exitCode ?? 0));
  };
  const started = start(config, parts, log).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    log.debug({ err: error }, 'start failed');
    process.exitCode = 1;
    setImmediate(stop);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  await started;
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
