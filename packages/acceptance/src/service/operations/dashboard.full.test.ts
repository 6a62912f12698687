// The panels of the dashboard, by a Prometheus that scrapes the service under load. `npm run deploy:check` requires it;
// where it is not installed, these tests are skipped.
import { spawnSync } from 'node:child_process';
import { eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { startReceiver } from '../../support/receiver.ts';
import { startService } from '../../support/service.ts';
import { listPanelQueries, type Prometheus, startPrometheus } from './dashboard.ts';

const isInstalled = spawnSync('prometheus', ['--version']).status === 0;
const isSkipped = !isInstalled && process.env.KEYFRAME_DEPLOY_CHECK === undefined;

async function findEmpty(
  prometheus: Prometheus,
  queries: ReturnType<typeof listPanelQueries>,
): Promise<string[]> {
  const counts = await Promise.all(queries.map(({ expression }) => prometheus.countSeries(expression)));
  return queries
    .filter((_, index) => counts[index] === 0)
    .map(({ panel, expression }) => `${panel}: ${expression}`);
}

test.skipIf(isSkipped)('every panel of the dashboard has data while the service is under load', async () => {
  expect(isInstalled, 'apt-get install prometheus').toBe(true);
  await using receiver = await startReceiver();
  await using service = await startService({ env: { ...receiver.env, CALLBACK_RETRIES: '1s' } });
  await using prometheus = await startPrometheus(service.url);
  await service.operator.grant(service.ownerId, 'test', 100_000);
  const headers = { authorization: `Bearer ${service.testKey}`, 'content-type': 'application/json' };
  const submit = async (prompt: string) => {
    const body = { model: 'video-2-0', callback_url: `${receiver.url}/hook`, input: { prompt } };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${service.url}/v1/videos/generations`, init);
    expect(response.status).toBe(202);
    const { taskId } = (await response.json()) as { taskId: string };
    const waiting = { ...headers, prefer: 'wait=10' };
    await (await fetch(`${service.url}/v1/tasks/${taskId}`, { headers: waiting })).text();
  };
  const queries = listPanelQueries();
  expect(queries.length).toBeGreaterThan(20);
  let empty: string[] = [];
  const hasData = async () => {
    await submit('a calm sea');
    await submit('#sandbox:fail=content_rejected');
    empty = await findEmpty(prometheus, queries);
    return empty.length === 0;
  };
  await eventually('data in every panel', hasData, { timeoutMs: 90_000 }).catch(() => {});
  expect(empty).toEqual([]);
  const unknown = { panel: 'Unknown', expression: 'rate(keyframe_unknown_total[10s])' };
  expect(await findEmpty(prometheus, [unknown])).toHaveLength(1);
});
