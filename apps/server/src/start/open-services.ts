/** Opens what every process of the service uses, whatever its role. */

import { Turns } from '@keyframe/fairness';
import { createBodyTurns } from '../api/middleware/body-turns.ts';
import type { Config } from '../config.ts';
import { readPriceTable } from '../credits/price.ts';
import { connectDatabase, type DatabaseConnection } from '../db/database.ts';
import { sharedSecret } from '../db/secret.queries.ts';
import { createEgress, createNameResolver } from '../egress/index.ts';
import { createJobQueue } from '../jobs/job-queue.ts';
import { createMailer } from '../notifications/mailer.ts';
import { createOperatorNotices } from '../notifications/operator-notices.ts';
import { createDiskStore } from '../results/disk-store.ts';
import { createResultLinks } from '../results/result-links.ts';
import type { ResultStore } from '../results/result-store.ts';
import { createS3Store } from '../results/s3-store.ts';
import type { Log } from '../telemetry/log.ts';

/** No statement of the server takes nearly as long; one that waits this long for a lock is better asked again. */
export const STATEMENT_TIMEOUT_MS = 10_000;

/** A configuration whose database is known. */
export interface ServerConfig extends Config {
  readonly databaseUrl: string;
}

/** Settings and environment of the process. */
export interface OpenServicesOptions {
  readonly config: ServerConfig;
  readonly log: Log;
  /** How long a process that no longer renews the leases of its jobs counts as alive, in milliseconds. */
  readonly leaseMs: number | undefined;
}

export type Services = Awaited<ReturnType<typeof openServices>>;

/**
 * Opens the services.
 * @throws what the settings name and this machine cannot serve: a store of results, a way out
 */
export async function openServices(
  { database, pool }: DatabaseConnection,
  { config, log, leaseMs }: OpenServicesOptions,
) {
  const { notifications } = config;
  const mailer = notifications.mail && createMailer(notifications.mail);
  return {
    config,
    log,
    database,
    pool,
    mailer,
    queue: createJobQueue({ database, log, leaseMs }),
    egress: await openEgress(config, log),
    store: await openStore(config),
    links: createResultLinks(config.publicUrl, await sharedSecret(database, 'result-links')),
    priceTable: readPriceTable(),
    sendFailedRefunds: createOperatorNotices(notifications, mailer, log),
    readTurns: createReadTurns(config),
    bodyTurns: createBodyTurns(),
    connectWithoutTimeout: (signal: AbortSignal) =>
      connectDatabase(config.databaseUrl, {
        signal,
        max: 1,
        onIdleError: (error) => log.error({ err: error }, 'a connection failed'),
      }),
  };
}

async function openEgress({ egressAllow, egressCaFile, egressDns }: Config, log: Log) {
  if (egressAllow.length > 0 || egressCaFile !== undefined) {
    log.warn(
      { egressAllow, egressCaFile },
      'SSRF PROTECTION IS RELAXED by EGRESS_ALLOW or EGRESS_CA: for tests only',
    );
  }
  const egress = createEgress({
    allow: egressAllow,
    resolveName: createNameResolver({ servers: egressDns }),
    ...(egressCaFile === undefined ? {} : { caFile: egressCaFile }),
  });
  await egress.selfTest();
  return egress;
}

/** Fails at the start rather than at the first result. */
async function openStore({ s3, dataDirectory, role }: Config): Promise<ResultStore> {
  const store = s3 === undefined ? createDiskStore(dataDirectory) : createS3Store(s3);
  await store.check({ writes: role !== 'api' });
  return store;
}

/** Half of the connections serve reads of one request each; submissions, keys, jobs and callbacks share the others. */
function createReadTurns({ databasePool }: Config): Turns {
  return new Turns({ total: Math.floor(databasePool / 2), timeoutMs: STATEMENT_TIMEOUT_MS });
}
