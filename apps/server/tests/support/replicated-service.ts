// A whole server over a primary and its synchronous standby.
import { writeFile } from 'node:fs/promises';
import type { GenerationProvider } from '@keyframe/generation-provider';
import {
  createDataDirectory,
  eventually,
  freePort,
  isAlive,
  killProcess,
  listDescendants,
  PRODUCTION_ENV,
  processesNaming,
} from '@keyframe/test-kit';
import { startTlsReceiver, type TlsReceiver } from '@keyframe/test-kit/tls';
import { parseConfig } from '../../src/config.ts';
import { connectDatabase, type DatabaseConnection } from '../../src/db/database.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../src/db/embedded.ts';
import { databaseHome } from '../../src/db/embedded-home.ts';
import { startServer } from '../../src/server.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { givenOwner } from './database.ts';
import { sampleMp4 } from './sample-media.ts';
import { runStatement, startStandby } from './standby.ts';

/** A response of the API. */
export interface ApiResponse {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: { readonly taskId?: string; readonly status?: string; readonly error?: object };
}

export interface RequestOptions {
  readonly json?: object;
  readonly idempotencyKey?: string;
}

/** A running service, which `await using` or `[Symbol.asyncDispose]` stops with both databases. */
export interface ReplicatedService extends AsyncDisposable {
  readonly primary: EmbeddedDatabase;
  readonly standby: EmbeddedDatabase;
  /** Connections to the writable one of both. */
  readonly connection: DatabaseConnection;
  readonly receiver: TlsReceiver;
  /** Prompts in the order in which the provider received them. */
  readonly rendered: readonly string[];
  /** Runs a function once, before the next render of this prompt ends. Other renders can run at the same time. */
  runBeforeEnd(prompt: string, run: () => Promise<void>): void;
  send(path: string, options?: RequestOptions): Promise<ApiResponse>;
  readiness(): Promise<number>;
  /** Makes each commit of the primary wait for the standby, or for its own disk alone. */
  setCommitMode(mode: 'on' | 'local'): Promise<void>;
  /** Stops the primary from sending changes to its standby, as a network that is cut does. */
  freezeReplication(): Promise<void>;
  /** Kills all processes of the primary at once. */
  killPrimary(): Promise<void>;
  /** Makes the standby a primary; resolves when it is one. */
  promoteStandby(): Promise<void>;
}

export async function startReplicatedService(): Promise<ReplicatedService> {
  await using resources = new AsyncDisposableStack();
  const createDirectory = async () => resources.use(await createDataDirectory()).path;
  const primaryDirectory = await createDirectory();
  const primary = await startEmbeddedDatabase(primaryDirectory);
  resources.defer(() => primary.stop());
  const directory = await createDirectory();
  const standby = await startStandby({ primary, primaryDirectory, directory });
  resources.defer(() => standby.stop());
  const receiver = resources.use(await startTlsReceiver());
  // The standby is listed first: a start has to find the primary.
  const databaseUrl = listServers([standby.url, primary.url]);
  const { provider, rendered, runBeforeEnd } = createCountingProvider(await sampleMp4(1));
  const config = parseConfig({
    ...PRODUCTION_ENV,
    PORT: String(await freePort()),
    KEYFRAME_DATA: await createDirectory(),
    DATABASE_URL: databaseUrl,
    EGRESS_ALLOW: receiver.allow,
    EGRESS_CA: receiver.caFile,
    RATE_CREATE: '10000',
    RATE_STATUS: '10000',
    RATE_POLL: '10000',
  });
  const server = await startServer({ ...config, databaseUrl }, createLog('silent'), {
    createProvider: async () => provider,
    leaseMs: 3_000,
  });
  resources.defer(() => server.stop());
  const connection = connectDatabase(databaseUrl, { onIdleError: () => {} });
  resources.defer(() => connection.close());
  const { key } = await givenOwner(connection, { credits: 1_000_000 });
  const owned = resources.move();
  return {
    primary,
    standby,
    connection,
    receiver,
    rendered,
    runBeforeEnd,
    send: (path, options) => send(`${server.url}${path}`, key, options),
    readiness: async () => (await fetch(`${server.url}/readyz`)).status,
    setCommitMode: (mode) => setCommitMode(primary.url, mode),
    freezeReplication: async () => {
      for (const pid of await findSenders(primary.url)) process.kill(pid, 'SIGSTOP');
    },
    killPrimary: async () => killCluster((await databaseHome(primaryDirectory)).cluster),
    promoteStandby: async () => {
      await runStatement(standby.url, 'SELECT pg_promote()');
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Joins the URLs of servers to one. */
function listServers(urls: readonly string[]): string {
  const [first = '', ...others] = urls;
  return first.replace(/@([^/]+)\//, `@$1,${others.map((url) => new URL(url).host).join(',')}/`);
}

function createCountingProvider(video: Uint8Array) {
  const rendered: string[] = [];
  const runs = new Map<string, () => Promise<void>>();
  const provider: GenerationProvider = {
    slots: { all: 4, perOwner: 4 },
    generate: async ({ input, videoPath }) => {
      rendered.push(input.prompt);
      const run = runs.get(input.prompt);
      runs.delete(input.prompt);
      await run?.();
      await writeFile(videoPath, video);
      return { hasLastFrame: false };
    },
    close: async () => {},
  };
  const runBeforeEnd = (prompt: string, run: () => Promise<void>) => {
    runs.set(prompt, run);
  };
  return { provider, rendered, runBeforeEnd };
}

async function send(
  url: string,
  key: string,
  { json, idempotencyKey }: RequestOptions = {},
): Promise<ApiResponse> {
  const response = await fetch(url, {
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(json && { method: 'POST', body: JSON.stringify(json) }),
  });
  const body = (await response.json()) as ApiResponse['body'];
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
}

/** Changes the mode of new transactions, also of sessions that are open. */
export async function setReadOnly(url: string, mode: 'on' | 'off'): Promise<void> {
  await runStatement(url, `ALTER SYSTEM SET default_transaction_read_only = ${mode}`);
  await runStatement(url, 'SELECT pg_reload_conf()');
}

async function setCommitMode(url: string, mode: 'on' | 'local'): Promise<void> {
  await runStatement(url, `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'`);
  await runStatement(url, `ALTER SYSTEM SET synchronous_commit = '${mode}'`);
  await runStatement(url, 'SELECT pg_reload_conf()');
  await eventually('a synchronous standby', async () => {
    const rows = await runStatement(url, `SELECT FROM pg_stat_replication WHERE sync_state = 'quorum'`);
    return rows.length > 0;
  });
}

async function findSenders(url: string): Promise<number[]> {
  const rows = (await runStatement(url, 'SELECT pid FROM pg_stat_replication')) as { pid: number }[];
  return rows.map(({ pid }) => pid);
}

async function killCluster(cluster: string): Promise<void> {
  const [postmaster] = processesNaming(cluster);
  if (postmaster === undefined) throw new Error(`No PostgreSQL runs on ${cluster}.`);
  const all = [postmaster, ...listDescendants(postmaster)];
  all.forEach(killProcess);
  await eventually('PostgreSQL to be gone', () => !all.some(isAlive));
}
