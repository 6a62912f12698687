// The API of the reference server with a PostgreSQL of its own, in a folder that goes when it stops.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDataDirectory, freePort, listScripts, type VersionScripts } from '@keyframe/test-kit';
import { Pool } from 'pg';
import { startServerProcess } from './process/server-process.ts';

/** A running API; disposing of it stops it and removes its data. */
export interface Api extends AsyncDisposable {
  readonly url: string;
  readonly databaseUrl: string;
  readonly pool: Pool;
  /** Holds the data, and takes what benchmarks put beside it. */
  readonly directory: string;
  readonly version: VersionScripts;
}

/** How to start the API. */
export interface ApiOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly profileDirectory: string | undefined;
  /** Another version of the service than this one. */
  readonly version?: VersionScripts;
}

/** Starts an API process over an empty database, fsync and every check as in production. */
export async function startApi({
  env = {},
  profileDirectory,
  version = listScripts(),
}: ApiOptions): Promise<Api> {
  await using resources = new AsyncDisposableStack();
  const { path: directory } = resources.use(await createDataDirectory());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = resources.use(
    startServerProcess({
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
      script: version.main,
    }),
  );
  await server.waitUntilReady(`${url}/healthz`);
  // With the rights of the owner: benchmarks bypass triggers, and count rows of other owners.
  const databaseUrl = await readFile(join(directory, 'database-owner-url'), 'utf8');
  const pool = new Pool({ connectionString: databaseUrl, max: 2 });
  // When the server stops, idle connections break first; the next query reports it.
  pool.on('error', () => {});
  resources.defer(() => pool.end());
  const owned = resources.move();
  return { url, databaseUrl, pool, directory, version, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
