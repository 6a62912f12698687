/** Wires the modules into one process: API, worker or both. */

import type { Server as HttpServer } from 'node:http';
import { availableParallelism } from 'node:os';
import { getRequestListener } from '@hono/node-server';
import { findFfmpeg } from '@keyframe/local-renderer';
import type { Hono } from 'hono';
import { createAuthenticateKey } from './auth/authentication.queries.ts';
import { sharedSecret } from './auth/secret.queries.ts';
import type { Config } from './config.ts';
import { readPriceTable } from './credits/price.ts';
import { connectDatabase, type DatabaseConnection } from './db/database.ts';
import { createEgress, createNameResolver } from './egress/index.ts';
import { createLocalProvider } from './generation/local-provider.ts';
import type { GenerationProvider } from './generation/provider.ts';
import { createUpstreamProvider, type UpstreamServices } from './generation/upstream-provider.ts';
import { createHealthServices } from './health-services.ts';
import { createApp } from './http/app.ts';
import { answerMalformedRequest } from './http/error-handler.ts';
import { createHttpServer } from './http/http-server.ts';
import { createBodyTurns } from './http/middleware/body-turns.ts';
import { createTurns, takeRequestTurns } from './http/request-turns.ts';
import { createWorkerApp } from './http/routes/health.ts';
import { createJobQueue } from './jobs/job-queue.ts';
import { listenError } from './listen-error.ts';
import { createInvitationMail } from './notifications/invitation-mail.ts';
import { createMailer } from './notifications/mailer.ts';
import { createOperatorNotices } from './notifications/operator-notices.ts';
import { createRequestMemory, pollQuotas } from './request-memory.ts';
import { createDiskStore } from './results/disk-store.ts';
import { createResultLinks } from './results/result-links.ts';
import type { ResultStore } from './results/result-store.ts';
import { createS3Store } from './results/s3-store.ts';
import { prepareDatabase } from './start/prepare-database.ts';
import { createPartitions } from './tasks/partitions.queries.ts';
import { createPollTask, createReadTask } from './tasks/poll.queries.ts';
import { createSubmit } from './tasks/submit.ts';
import { TaskChanges } from './tasks/task-changes.ts';
import { TaskStreams } from './tasks/task-streams.ts';
import { createWaitForTask } from './tasks/task-waits.ts';
import { createReadWaitingTask, findChangedTasks, findRefusedKeys } from './tasks/waiting.queries.ts';
import type { Log } from './telemetry/log.ts';
import type { ServerMetrics } from './telemetry/server-metrics.ts';
import { Turns } from './turns.ts';
import { startWorker } from './worker.ts';

/** A stop takes 10 seconds at most: requests under way get their answer while jobs are handed back. */
const ANSWER_TIMEOUT_MS = 3_000;

/** No statement of the server takes nearly as long; one that waits this long for a lock is better asked again. */
const STATEMENT_TIMEOUT_MS = 10_000;

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
}

/** A configuration whose database is known. */
export interface ServerConfig extends Config {
  readonly databaseUrl: string;
}

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
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
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
  { database, pool, close }: DatabaseConnection,
  { config, log, options }: PartSettings,
): Promise<Server> {
  const queue = createJobQueue({ database, log, leaseMs: options.leaseMs });
  const readTask = createReadTask(pool);
  const services = { ...(await createServices(config, log)), database, pool, queue, readTask, log };
  // Runs before it listens, so that settings that this machine cannot serve end the start.
  const makeProvider = options.createProvider ?? (() => createProvider(config, services));
  const provider = config.role === 'api' ? undefined : await makeProvider();
  const keySecret = await sharedSecret(database, 'key-hash');
  const links = createResultLinks(config.publicUrl, await sharedSecret(database, 'result-links'));
  const submitTask = createSubmit(services);
  const { publicUrl, metricsToken, allowedHosts } = config;
  const health = { ...createHealthServices(services), publicUrl, metricsToken, allowedHosts };
  const taskChanges = new TaskChanges({ findChanged: (sinceMs) => findChangedTasks(pool, sinceMs), log });
  const memory = createRequestMemory(pool, config, log);
  const api = async () => {
    const apiServices = { ...services, ...health, ...httpSettings(config), submitTask, links, keySecret };
    // Sign-in alone is a third of what a process loads; workers do without.
    const { createConsole } = await import('./console/app.ts');
    const sessionSecret = await sharedSecret(database, 'console-sessions');
    const readWaitingTask = createReadWaitingTask(pool);
    const { submissionKeys, statusMemory, leaseHolder } = memory;
    return createApp(
      {
        ...apiServices,
        authenticateKey: createAuthenticateKey(pool),
        pollTask: createPollTask(pool, { quotas: pollQuotas(config), leaseHolder }),
        submissionKeys,
        statusMemory,
        readWaitingTask,
        waitForTask: createWaitForTask(taskChanges),
        taskStreams: new TaskStreams({
          taskChanges,
          readWaitingTask,
          findRefusedKeys: (hashes) => findRefusedKeys(pool, hashes),
          log,
        }),
      },
      createConsole({ ...apiServices, ...consoleSettings(config, log), sessionSecret }) as unknown as Hono,
    );
  };
  const app = config.role === 'worker' ? createWorkerApp(health) : await api();
  const takeTurn = createTurns();
  const listener = takeRequestTurns(
    getRequestListener(app.fetch, { errorHandler: answerMalformedRequest(log) }),
    takeTurn,
  );
  const exporting = await startExport(config, health.metrics);
  const listening = await listen(createHttpServer(listener, { ...config, takeTurn }), config);
  const worker = provider && (await startWorker({ ...services, links, provider }));
  log.info({ role: config.role, url: config.publicUrl }, 'server started');
  return {
    url: `http://${config.host}:${config.port}`,
    async stop() {
      taskChanges.close();
      await Promise.all([closeServer(listening), worker?.stop()]);
      await memory.close();
      await provider?.close();
      await exporting?.stop();
      await close();
      log.info('server stopped');
    },
  };
}

/** Half of the connections serve reads of one request each; submissions, keys, jobs and callbacks share the others. */
function createReadTurns({ databasePool }: Config): Turns {
  return new Turns({ total: Math.floor(databasePool / 2), timeoutMs: STATEMENT_TIMEOUT_MS });
}

/** Sends metrics to the collector of the settings, if any. */
async function startExport({ otlpEndpoint, role }: Config, metrics: ServerMetrics) {
  if (otlpEndpoint === undefined) return undefined;
  const { startMetricsExport } = await import('./telemetry/otlp-metrics.ts');
  return startMetricsExport({ endpoint: otlpEndpoint, role }, () => metrics.read());
}

async function createServices(config: ServerConfig, log: Log) {
  const { egressAllow, egressCaFile, notifications } = config;
  if (egressAllow.length > 0 || egressCaFile !== undefined) {
    log.warn(
      { egressAllow, egressCaFile },
      'SSRF PROTECTION IS RELAXED by EGRESS_ALLOW or EGRESS_CA: for tests only',
    );
  }
  const egress = createEgress({
    allow: egressAllow,
    resolveName: createNameResolver({ servers: config.egressDns }),
    ...(egressCaFile === undefined ? {} : { caFile: egressCaFile }),
  });
  await egress.selfTest();
  return {
    egress,
    store: await openStore(config),
    dataDirectory: config.dataDirectory,
    sendFailedRefunds: createOperatorNotices(
      notifications,
      notifications.mail && createMailer(notifications.mail),
      log,
    ),
    priceTable: readPriceTable(),
    taskTimeoutMs: config.taskTimeoutMs,
    resultTtlMs: config.resultTtlMs,
    inputTtlMs: config.inputTtlMs,
    auditTtlMs: config.auditTtlMs,
    jobDeaths: config.jobDeaths,
    retentionMs: config.retentionMs,
    taskMonths: config.taskMonths,
    readTurns: createReadTurns(config),
    bodyTurns: createBodyTurns(),
    connectWithoutTimeout: (signal: AbortSignal) =>
      connectDatabase(config.databaseUrl, {
        signal,
        max: 1,
        onIdleError: (error) => log.error({ err: error }, 'a connection failed'),
      }),
    callbackTimeoutMs: config.callbackTimeoutMs,
    callbackRetriesMs: config.callbackRetriesMs,
  };
}

/**
 * Creates the provider that the settings name.
 * @throws {FfmpegUnusableError} when the FFmpeg that FFMPEG names cannot encode
 */
async function createProvider(
  { upstream, publicUrl, ffmpeg }: Config,
  services: Pick<UpstreamServices, 'database' | 'egress' | 'log'>,
): Promise<GenerationProvider> {
  const local = await createLocalProvider(availableParallelism(), await findFfmpeg(ffmpeg, services.log));
  if (upstream === undefined) return local;
  return createUpstreamProvider({ ...services, settings: upstream, publicUrl, previews: local });
}

/** Fails at the start rather than at the first result. */
async function openStore({ s3, dataDirectory, role }: Config): Promise<ResultStore> {
  const store = s3 === undefined ? createDiskStore(dataDirectory) : createS3Store(s3);
  await store.check({ writes: role !== 'api' });
  return store;
}

function httpSettings(config: Config) {
  const { responseCheck, upstream } = config;
  const owner = { create: config.rateCreateOwner, status: config.rateStatusOwner };
  const rates = { create: config.rateCreate, status: config.rateStatus, poll: config.ratePoll, owner };
  const { publicUrl } = config;
  return { publicUrl, responseCheck, rates, upstreamCallbackSecrets: upstream?.callbackSecrets ?? [] };
}

function consoleSettings({ oidc, clientIpHeader, notifications }: Config, log: Log) {
  const { mail } = notifications;
  const sendInvitation = createInvitationMail(mail && createMailer(mail), log);
  return { oidc, clientIpHeader, notifications, sendInvitation };
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
