import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, PRODUCTION_ENV } from '@keyframe/test-kit';
import { afterAll, beforeAll } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { type Server, type ServerOptions, startServer } from '../../src/server.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { BUSY_MACHINE, useDatabase } from './database.ts';

/** A whole server, API and worker, over real HTTP on a free port, for the calling test file; it has the application's role. */
export function useServer(
  environment: () => Promise<Record<string, string>> = async () => ({}),
  options: ServerOptions = {},
) {
  const connection = useDatabase();
  let server: Server | undefined;
  let dataDirectory = '';
  beforeAll(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'keyframe-server-'));
    const config = parseConfig({
      ...PRODUCTION_ENV,
      PORT: String(await freePort()),
      DATABASE_URL: connection.applicationUrl,
      MIGRATION_DATABASE_URL: connection.url,
      KEYFRAME_DATA: dataDirectory,
      RATE_CREATE: '1000',
      RATE_STATUS: '1000',
      RATE_POLL: '1000',
      ...(await environment()),
    });
    server = await startServer({ ...config, databaseUrl: connection.applicationUrl }, createLog('silent'), {
      databaseTimeouts: BUSY_MACHINE,
      ...options,
    });
  });
  afterAll(async () => {
    await server?.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  });
  const url = (path: string) => `${server?.url}${path}`;
  /** Sends a request with a key; a given `json` is posted. */
  const request = (
    path: string,
    { key, json, ...init }: RequestInit & { key?: string; json?: unknown } = {},
  ) =>
    fetch(url(path), {
      ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
      ...init,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...init.headers,
      },
    });
  return { connection, url, request, dataDirectory: () => dataDirectory };
}
