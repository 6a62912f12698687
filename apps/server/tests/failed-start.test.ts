import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, PRODUCTION_ENV } from '@keyframe/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '../src/config.ts';
import { startServer } from '../src/server.ts';
import { createLog } from '../src/telemetry/log.ts';
import { useDatabase } from './support/database.ts';

const { applicationUrl, url } = useDatabase();

test('a start that fails closes its connections, without which the database could not be dropped', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'keyframe-failed-start-'));
  onTestFinished(() => rm(dataDirectory, { recursive: true }));
  const environment = {
    ...PRODUCTION_ENV,
    PORT: String(await freePort()),
    KEYFRAME_DATA: dataDirectory,
  };
  const urls = { databaseUrl: applicationUrl, migrationDatabaseUrl: url };
  const createProvider = () => Promise.reject(new Error('FFMPEG cannot be used'));
  const started = startServer({ ...parseConfig(environment), ...urls }, createLog('silent'), {
    createProvider,
  });
  await expect(started).rejects.toThrow('FFMPEG cannot be used');
});
