import {
  createDataDirectory,
  eventually,
  findPostgresql,
  freePort,
  OTHER_POSTGRESQL,
  PRODUCTION_ENV,
} from '@keyframe/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '../src/config.ts';
import { auditLedger } from '../src/credits/ledger.queries.ts';
import { connectDatabase } from '../src/db/database.ts';
import { startEmbeddedDatabase } from '../src/db/embedded.ts';
import { startServer } from '../src/server.ts';
import { createLog } from '../src/telemetry/log.ts';
import { givenOwner } from './support/database.ts';

test.for(OTHER_POSTGRESQL)(
  'PostgreSQL %i is migrated and serves a task from its submission to its end',
  async (major, { skip }) => {
    const native = findPostgresql(major);
    if (native === undefined) return skip(`No PostgreSQL ${major} for this platform in the registry.`);
    const directory = await createDataDirectory();
    onTestFinished(() => directory[Symbol.asyncDispose]());
    const postgres = await startEmbeddedDatabase(directory.path, { native });
    onTestFinished(postgres.stop);
    const config = parseConfig({
      ...PRODUCTION_ENV,
      PORT: String(await freePort()),
      KEYFRAME_DATA: directory.path,
    });
    const { applicationUrl: databaseUrl, url: migrationDatabaseUrl } = postgres;
    const server = await startServer({ ...config, databaseUrl, migrationDatabaseUrl }, createLog('silent'));
    onTestFinished(server.stop);
    const connection = connectDatabase(databaseUrl);
    onTestFinished(connection.close);
    const { rows } = await connection.pool.query<{ server_version: string }>('SHOW server_version');
    expect(rows[0]?.server_version).toMatch(new RegExp(`^${major}\\.`));

    const { key } = await givenOwner(connection, { mode: 'test' });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const submit = async (prompt: string) => {
      const body = JSON.stringify({ model: 'video-2-0', input: { prompt } });
      const response = await fetch(`${server.url}/v1/videos/generations`, { method: 'POST', headers, body });
      expect(response.status).toBe(202);
    };
    await submit('a calm sea #sandbox:fail=content_rejected');
    await submit('a calm sea');
    const readStatuses = async () => {
      const response = await fetch(`${server.url}/v1/tasks`, { headers });
      const { data } = (await response.json()) as { data: { status: string }[] };
      return data.map(({ status }) => status);
    };
    await eventually(
      'the end of both tasks',
      async () => (await readStatuses()).join() === 'completed,failed',
    );
    expect(await auditLedger(connection.database)).toMatchObject({ balanced: true, findings: [] });
  },
);
