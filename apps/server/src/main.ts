/**
 * `npm start`: the server, and with ROLE=all what a laptop needs around it: an embedded PostgreSQL unless
 * DATABASE_URL is set, an owner with keys and credits to try it with, and the mock.
 */
import { createServer } from 'node:net';
import { COMMAND_LINE } from './audit/audit.queries.ts';
import { type Config, parseConfig } from './config.ts';
import { connectDatabase, type Database } from './db/database.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './db/embedded.ts';
import { listenError } from './net/listen-error.ts';
import { operatorLinkUrl } from './people/console-links.ts';
import { createOperatorLink, hasOperator } from './people/operators.queries.ts';
import { type Server, startServer } from './server.ts';
import { startBanner } from './start/banner.ts';
import { publishDatabaseUrls, withdrawDatabaseUrls } from './start/data-directory.ts';
import { demoOwner } from './start/demo-owner.ts';
import { nameDatabase } from './start/name-database.ts';
import type { ServerConfig } from './start/open-services.ts';
import { disablePretenuring } from './start/pretenuring.ts';
import { tryMock } from './start/try-mock.ts';
import { escapeControls } from './telemetry/escape-controls.ts';
import { captureConsole, createLog, type Log } from './telemetry/log.ts';

/** npm passes on a signal that the terminal or systemd has sent to the whole group: both arrive within moments. */
const SAME_SIGNAL_MS = 1_000;

/** Stops what was started, the last part first; every part gets its chance even when one fails. */
class Parts {
  /** Whether a signal has asked the process to stop. */
  isStopping = false;
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

async function openDatabase(config: Config, parts: Parts): Promise<ServerConfig> {
  const { databaseUrl, dataDirectory } = config;
  if (databaseUrl !== undefined) return { ...config, databaseUrl };
  const {
    url: ownerUrl,
    applicationUrl,
    stop,
  }: EmbeddedDatabase = await startEmbeddedDatabase(dataDirectory);
  parts.add(stop);
  await publishDatabaseUrls(dataDirectory, { applicationUrl, ownerUrl });
  parts.add(() => withdrawDatabaseUrls(dataDirectory));
  return { ...config, databaseUrl: applicationUrl, migrationDatabaseUrl: ownerUrl };
}

async function openTracing({ otlpEndpoint, role }: Config, parts: Parts): Promise<void> {
  if (otlpEndpoint === undefined) return;
  const { startTracing } = await import('./telemetry/start-tracing.ts');
  const tracing = startTracing({ endpoint: otlpEndpoint, role });
  parts.add(() => tracing.stop());
}

async function startLaptop(
  config: ServerConfig,
  { parts, log }: { readonly parts: Parts; readonly log: Log },
): Promise<string> {
  const { mockPort: port, host } = config;
  const isStopping = () => parts.isStopping;
  const mock = port === undefined ? undefined : await tryMock({ port, host }, log, { isStopping });
  if (mock !== undefined) parts.add(() => mock.stop());
  // Keys are shown once, so none is created for a process that is about to end.
  if (parts.isStopping) return '';
  const withoutMock = port === undefined ? 'not in production, unless MOCK_PORT is set' : undefined;
  const urls = { api: config.publicUrl, mock: mock?.url ?? withoutMock };
  if (!config.hasDemoOwner) return startBanner(urls, {});
  // On a busy machine, seconds may pass between two statements.
  const { database, close } = connectDatabase(config.databaseUrl, { max: 1, idleInTransactionMs: 60_000 });
  const shown = await showDemoOwner(database, config).finally(close);
  return startBanner(urls, shown);
}

/** Until there is an operator, each start makes a link for the first one. */
async function showDemoOwner(database: Database, { dataDirectory, publicUrl }: ServerConfig) {
  const owner = await demoOwner(database, dataDirectory);
  if (await hasOperator(database)) return { owner };
  const { token } = await createOperatorLink(database, { ownerId: owner.ownerId, actor: COMMAND_LINE });
  return { owner, operatorLink: operatorLinkUrl(publicUrl, token) };
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
  if (config.role === 'all' && config.mockPort !== undefined)
    await requireFreePort(config.mockPort, 'MOCK_PORT', config.host);
  await openTracing(config, parts);
  const opened = await openDatabase(config, parts);
  const startNamed = () => nameDatabase('DATABASE_URL', () => startServer(opened, log));
  const server: Server = await (config.databaseUrl === undefined ? startServer(opened, log) : startNamed());
  parts.add(() => server.stop());
  if (config.role === 'all') process.stdout.write(await startLaptop(opened, { parts, log }));
}

/** Reports to the person who started the process, line by line. */
function writeError(error: unknown): void {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n');
  process.stderr.write(`${lines.map(escapeControls).join('\n')}\n`);
}

async function main(): Promise<void> {
  disablePretenuring();
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel);
  captureConsole(log);
  const parts = new Parts();
  let signaledAt = Number.NEGATIVE_INFINITY;
  const stop = () => {
    const isSameSignal = performance.now() - signaledAt < SAME_SIGNAL_MS;
    signaledAt = performance.now();
    if (isSameSignal) return;
    // A second signal is meant: what still runs then is found, and stopped, by the next start.
    if (parts.isStopping) process.exit(130);
    parts.isStopping = true;
    started.then(() => parts.stop(log)).then(() => process.exit(process.exitCode ?? 0));
  };
  const started = start(config, parts, log).catch((error: unknown) => {
    // Ctrl-C reaches the mock and PostgreSQL as well; `stop` waits for this start and then stops what it has started.
    if (parts.isStopping) return;
    writeError(error);
    log.debug({ err: error }, 'start failed');
    process.exitCode = 1;
    setImmediate(stop);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  await started;
}

await main().catch((error: unknown) => {
  writeError(error);
  process.exitCode = 2;
});
