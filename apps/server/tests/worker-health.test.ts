import { expect, test } from 'vitest';
import { parsePrometheus, sumSamples } from './support/prometheus.ts';
import { useServer } from './support/server.ts';

const { request } = useServer(async () => ({ ROLE: 'worker' }));

test('a worker serves its health and metrics, and nothing of the API', async () => {
  expect((await request('/healthz')).status).toBe(200);
  expect((await request('/readyz')).status).toBe(200);
  const samples = parsePrometheus(await (await request('/metrics')).text());
  expect(sumSamples(samples, 'process_start_time_seconds')).toBeGreaterThan(0);
  expect(samples.filter(({ name }) => name === 'keyframe_queue_jobs')).toHaveLength(6);
  const response = await request('/v1/tasks/task_1');
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
});
