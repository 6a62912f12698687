import { eventually } from '@keyframe/test-kit';
import { startTlsReceiver } from '@keyframe/test-kit/tls';
import { afterAll, expect, test } from 'vitest';
import { givenOwner } from './support/database.ts';
import { parsePrometheus, sumSamples } from './support/prometheus.ts';
import { useServer } from './support/server.ts';

const receiver = await startTlsReceiver();
afterAll(() => receiver.close());
const { connection, request } = useServer(async () => ({
  EGRESS_ALLOW: receiver.allow,
  EGRESS_CA: receiver.caFile,
  CALLBACK_RETRIES: '1h',
}));

const scrape = async () => parsePrometheus(await (await request('/metrics')).text());

async function submit(key: string, prompt: string, path: string) {
  const callback_url = `${receiver.url}${path}`;
  const json = { model: 'video-2-0', callback_url, input: { prompt } };
  const response = await request('/v1/videos/generations', { key, json });
  return ((await response.json()) as { taskId: string }).taskId;
}

const SCHEDULED_DELIVERIES = { queue: 'deliver-callback', state: 'scheduled' };

test('metrics count requests, transitions, credits, callbacks and renders after real traffic', async () => {
  receiver.answerWith(({ path }) => ({ status: path === '/refuses' ? 500 : 200 }));
  const owner = await givenOwner(connection, { mode: 'test' });
  await submit(owner.key, 'a calm sea', '/takes');
  await submit(owner.key, '#sandbox:fail=content_rejected', '/takes');
  await submit(owner.key, '#sandbox:fail=a_reason_of_the_prompt', '/refuses');
  await request('/v1/videos/generations', { key: owner.key, json: {} });
  await request('/v1/tasks/task_unknown', { key: owner.key });
  await receiver.waitForRequests(3);
  const samples = await eventually('the samples of callbacks', async () => {
    const seen = await scrape();
    const attempts = sumSamples(seen, 'keyframe_callback_attempt_duration_seconds_count');
    const scheduled = sumSamples(seen, 'keyframe_queue_jobs', SCHEDULED_DELIVERIES);
    // An attempt is counted before its outcome is stored.
    return attempts === 3 && scheduled === 1 && seen;
  });
  const sum = (name: string, labels: Record<string, string> = {}) =>
    sumSamples(samples, `keyframe_${name}`, labels);
  const requests = (part: string, labels: Record<string, string>) =>
    sumSamples(samples, `http_server_request_duration_seconds_${part}`, labels);
  const create = { http_request_method: 'POST', http_route: '/v1/videos/generations' };
  expect(requests('count', { ...create, http_response_status_code: '202' })).toBe(3);
  expect(requests('count', { ...create, http_response_status_code: '400' })).toBe(1);
  const missing = { http_route: '/v1/tasks/{id}', http_response_status_code: '404' };
  expect(requests('count', missing)).toBe(1);
  expect(requests('bucket', { ...create, le: '10' })).toBe(4);
  const connections = sumSamples(samples, 'db_client_connection_count');
  expect(connections).toBeGreaterThan(0);
  expect(connections).toBeLessThanOrEqual(sumSamples(samples, 'db_client_connection_max'));
  expect(sum('task_transitions_total', { status: 'queued', mode: 'test' })).toBe(3);
  expect(sum('task_transitions_total', { status: 'generating' })).toBe(3);
  expect(sum('task_transitions_total', { status: 'completed' })).toBe(1);
  expect(sum('task_transitions_total', { status: 'failed', reason: 'content_rejected' })).toBe(1);
  expect(sum('task_transitions_total', { status: 'failed', reason: 'other' })).toBe(1);
  expect(sum('credits_total', { kind: 'reserved', mode: 'test' })).toBe(150);
  expect(sum('credits_total', { kind: 'charged' })).toBe(50);
  expect(sum('credits_total', { kind: 'refunded' })).toBe(100);
  expect(sum('callback_attempt_duration_seconds_count', { outcome: 'delivered' })).toBe(2);
  expect(sum('callback_attempt_duration_seconds_count', { outcome: 'retried' })).toBe(1);
  expect(sum('render_duration_seconds_count', { fidelity: 'preview', outcome: 'done' })).toBe(1);
  expect(sum('queue_oldest_job_age_seconds')).toBe(0);
  expect(sumSamples(samples, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
});

test('metric names follow the conventions of Prometheus, and each has its help', async () => {
  const response = await request('/metrics');
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await response.text();
  const own = [...text.matchAll(/^# TYPE ((?:keyframe|http|db)_\S+) (\S+)$/gm)];
  expect(own.length).toBeGreaterThan(6);
  for (const [, name = '', type] of own) {
    expect(name.endsWith('_total')).toBe(type === 'counter');
    if (/duration|age/.test(name)) expect(name).toMatch(/_seconds$/);
    expect(text).toMatch(new RegExp(`^# HELP ${name} .{20,}$`, 'm'));
  }
});

test('readiness names the part that is not ready, and the process is alive all the same', async () => {
  const ready = async () => {
    const response = await request('/readyz');
    return [response.status, await response.json()];
  };
  const parts = { database: 'ready', migrations: 'ready', queue: 'ready' };
  expect(await ready()).toEqual([200, { status: 'ready', parts }]);
  await connection.pool.query(`UPDATE migrations SET name = 'x' || name WHERE name LIKE '0061%'`);
  expect(await ready()).toEqual([503, { status: 'not ready', parts: { ...parts, migrations: 'not ready' } }]);
  await connection.pool.query(`UPDATE migrations SET name = substr(name, 2) WHERE name LIKE 'x%'`);
  await connection.pool.query('ALTER TABLE jobs RENAME TO away');
  expect(await ready()).toEqual([503, { status: 'not ready', parts: { ...parts, queue: 'not ready' } }]);
  expect((await request('/healthz')).status).toBe(200);
  await connection.pool.query('ALTER TABLE away RENAME TO jobs');
  expect(await ready()).toEqual([200, { status: 'ready', parts }]);
});
