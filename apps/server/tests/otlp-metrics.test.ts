import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, PRODUCTION_ENV } from '@keyframe/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '../src/config.ts';
import { startServer } from '../src/server.ts';
import { createLog } from '../src/telemetry/log.ts';
import { givenOwner, useDatabase } from './support/database.ts';
import { startCollector } from './support/otlp-collector.ts';

const connection = useDatabase();

test('a process sends its metrics to the collector, by the semantic conventions, when it stops', async () => {
  const collector = await startCollector();
  const directory = await mkdtemp(join(tmpdir(), 'keyframe-otlp-'));
  onTestFinished(async () => {
    await collector.close();
    await rm(directory, { recursive: true });
  });
  const config = parseConfig({
    ...PRODUCTION_ENV,
    ROLE: 'api',
    PORT: String(await freePort()),
    DATABASE_URL: connection.applicationUrl,
    MIGRATION_DATABASE_URL: connection.url,
    KEYFRAME_DATA: directory,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  const server = await startServer(
    { ...config, databaseUrl: connection.applicationUrl },
    createLog('silent'),
  );
  const { key } = await givenOwner(connection);
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${server.url}/v1/credits`, { headers });
  expect(answer.status).toBe(200);
  await server.stop();

  const metric = (name: string) => collector.metrics.find((one) => one.name === name);
  const requests = metric('http.server.request.duration');
  expect(requests?.unit).toBe('s');
  // Other tests of this process have sent requests to other routes.
  const points = (requests?.histogram?.dataPoints ?? [])
    .filter(({ count }) => Number(count) > 0)
    .map(({ attributes }) => Object.fromEntries(attributes.map(({ key: name, value }) => [name, value])));
  expect(points).toContainEqual({
    'http.request.method': { stringValue: 'GET' },
    'http.response.status_code': { intValue: 200 },
    'http.route': { stringValue: '/v1/credits' },
    'url.scheme': { stringValue: 'http' },
  });
  const names = collector.metrics.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      ...['db.client.connection.count', 'keyframe.queue_jobs', 'keyframe.task_transitions'],
      'nodejs_eventloop_lag',
    ]),
  );
  const attributes = JSON.stringify(collector.metrics);
  expect(attributes).not.toMatch(/"(?:own|key|task)_[0-9A-Z]|sk_(?:live|test)/);
});
