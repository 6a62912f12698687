// The API of the reference server with a PostgreSQL of its own, in a folder that goes when it stops.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'pg';
import { freePort } from './free-port.ts';
import { type ServerProcess, startServerProcess } from './process/server-process.ts';

const START_TIMEOUT_MS = 60_000;
const START_POLL_MS = 50;

/** A running API; disposing of it stops it and removes its data. */
export interface Api extends AsyncDisposable {
  readonly url: string;
  readonly databaseUrl: string;
  readonly pool: Pool;
  /** Holds the data, and takes what benchmarks put beside it. */
  readonly directory: string;
}

/** How to start the API. */
export interface ApiOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly profileDirectory: string | undefined;
}

async function untilHealthy(url: string, server: ServerProcess): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    await server.assertRunning();
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    if (performance.now() > deadline) throw new Error(`The API did not start within ${START_TIMEOUT_MS} ms.`);
    await wait(START_POLL_MS);
  }
}

/** Starts an API process over an empty database, fsync and every check as in production. */
export async function startApi({ env = {}, profileDirectory }: ApiOptions): Promise<Api> {
  await using resources = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'keyframe-bench-'));
  resources.defer(() => rm(directory, { recursive: true, force: true }));
  // Under root PostgreSQL runs as another user, who must be able to enter.
  await chmod(directory, 0o755);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = resources.use(
    await startServerProcess({
      env: {
        ROLE: 'api',
        DATABASE_URL: '',
        KEYFRAME_DATA: directory,
        HOST: '127.0.0.1',
        PORT: String(port),
        ...env,
      },
      logFile: join(directory, 'api.log'),
      profileDirectory,
    }),
  );
  await untilHealthy(url, server);
  // As the owner: benchmarks write their rows past triggers, and count those of others.
  const databaseUrl = await readFile(join(directory, 'database-owner-url'), 'utf8');
  const pool = new Pool({ connectionString: databaseUrl, max: 2 });
  // When the server goes down, idle connections break first; whoever uses the next one hears of it.
  pool.on('error', () => {});
  resources.defer(() => pool.end());
  const owned = resources.move();
  return { url, databaseUrl, pool, directory, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
