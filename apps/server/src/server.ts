/** Starts a process of the service: API, worker or both. */

import type { Server as HttpServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { GenerationProvider } from '@keyframe/generation-provider';
import { answerMalformedRequest, writeMalformedRequest } from './api/error-handler.ts';
import { createWorkerApp } from './api/routes/health.ts';
import { createHealthServices } from './api/routes/health-services.ts';
import type { Config } from './config.ts';
import { connectDatabase, type DatabaseConnection, type DatabaseOptions } from './db/database.ts';
import { createHttpServer } from './net/http-server.ts';
import { listenError } from './net/listen-error.ts';
import { createTurns, takeRequestTurns } from './net/request-turns.ts';
import { openServices, type ServerConfig, STATEMENT_TIMEOUT_MS } from './start/open-services.ts';
import { prepareDatabase } from './start/prepare-database.ts';
import { wireApi } from './start/wire-api.ts';
import { wireWorker } from './start/wire-worker.ts';
import { createPartitions } from './tasks/partitions.queries.ts';
import type { Log } from './telemetry/log.ts';

/** A stop takes 10 seconds at most: requests under way get their answer while jobs are handed back. */
const ANSWER_TIMEOUT_MS = 3_000;

/** A running server process. */
export interface Server {
  /** Address it listens on; a worker serves its health and metrics there. */
  readonly url: string;
  /** Stops listening, hands back running work and closes every connection, within 10 seconds. */
  stop(): Promise<void>;
}

/** Parts that replace those of the settings. */
export interface ServerOptions {
  /** Makes what makes the videos; only a process that works asks for it. */
  readonly createProvider?: () => Promise<GenerationProvider>;
  /** How long a process that no longer renews the leases of its jobs counts as alive, in milliseconds. */
  readonly leaseMs?: number;
  /** How long the database may take to answer. */
  readonly databaseTimeouts?: DatabaseTimeouts;
}

type DatabaseTimeouts = Pick<
  DatabaseOptions,
  'statementTimeoutMs' | 'preparedTimeoutMs' | 'idleInTransactionMs'
>;

const DATABASE_TIMEOUTS: DatabaseTimeouts = {
  statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  preparedTimeoutMs: 3_000,
};

/**
 * Migrates the database and starts the parts that `config.role` names.
 * @throws {ListenError} when the server cannot listen on the address
 */
export async function startServer(
  config: ServerConfig,
  log: Log,
  options: ServerOptions = {},
): Promise<Server> {
  await prepareDatabase(config, log);
  const connection = connectDatabase(config.databaseUrl, {
    max: config.databasePool,
    ...(options.databaseTimeouts ?? DATABASE_TIMEOUTS),
    onIdleError: (error) => log.error({ err: error }, 'a connection failed'),
  });
  try {
    // After a pause of months, no task comes before its month.
    await createPartitions(connection.database, log);
    return await startParts(connection, { config, log, options });
  } catch (error) {
    await connection.close();
    throw error;
  }
}

interface PartSettings {
  readonly config: ServerConfig;
  readonly log: Log;
  readonly options: ServerOptions;
}

async function startParts(
  connection: DatabaseConnection,
  { config, log, options }: PartSettings,
): Promise<Server> {
  const { role } = config;
  const services = await openServices(connection, { config, log, leaseMs: options.leaseMs });
  const health = { ...config, ...createHealthServices(services) };
  const worker = role === 'api' ? undefined : await wireWorker(services, options.createProvider);
  const api = role === 'worker' ? undefined : await wireApi(services, health);
  const takeTurn = createTurns();
  const listener = takeRequestTurns(
    getRequestListener((api?.app ?? createWorkerApp(health)).fetch, {
      errorHandler: answerMalformedRequest(log),
    }),
    takeTurn,
  );
  const server = createHttpServer(listener, { ...config, takeTurn, writeProblem: writeMalformedRequest });
  const listening = await listen(server, config);
  const working = await worker?.start();
  log.info({ role, url: config.publicUrl }, 'server started');
  return {
    url: `http://${config.host}:${config.port}`,
    async stop() {
      api?.endWaits();
      await Promise.all([closeServer(listening), working?.stop()]);
      await api?.close();
      await worker?.close();
      await connection.close();
      log.info('server stopped');
    },
  };
}

function listen(server: HttpServer, { host, port }: Config): Promise<HttpServer> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(listenError({ port, host, variable: 'PORT' }, cause)));
    server.listen(port, host, () => resolve(server));
  });
}

function closeServer(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), ANSWER_TIMEOUT_MS).unref();
  });
}
