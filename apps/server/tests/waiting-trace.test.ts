import { eventually } from '@keyframe/test-kit';
import { afterAll, expect, test } from 'vitest';
import { startTracing } from '../src/telemetry/start-tracing.ts';
import { givenOwner } from './support/database.ts';
import { startCollector } from './support/otlp-collector.ts';
import { useServer } from './support/server.ts';

const collector = await startCollector();
afterAll(() => collector.close());
// Without workers the task stays queued.
const { connection, request } = useServer(async () => ({ ROLE: 'api' }));

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

test('a request that waits is one span, as long as its wait', async () => {
  const tracing = startTracing({ endpoint: collector.url, role: 'all' });
  const { key } = await givenOwner(connection);
  const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
  const json = { model: 'video-2-0', input: { prompt: 'a calm sea', duration: 4 } };
  const accepted = await request('/v1/videos/generations', { key, json });
  const { taskId } = (await accepted.json()) as { taskId: string };
  const startedAt = performance.now();
  await request(`/v1/tasks/${taskId}`, { key, headers: { ...headers, prefer: 'wait=1' } });
  const waitedMs = performance.now() - startedAt;
  await tracing.stop();
  // An export that is under way when tracing stops arrives later.
  const spans = await eventually('the spans', () => {
    const own = collector.spans.filter(({ traceId }) => traceId === TRACE);
    return own.length > 0 && own;
  });
  expect(spans.map(({ name }) => name)).toEqual(['GET /v1/tasks/{id}']);
  const [{ startTimeUnixNano = '0', endTimeUnixNano = '0', attributes = [] } = {}] = spans;
  const spanMs = Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6;
  expect(spanMs).toBeGreaterThan(waitedMs / 2);
  expect(Object.fromEntries(attributes.map(({ key: name, value }) => [name, value]))).toEqual({
    'http.request.method': { stringValue: 'GET' },
    'http.route': { stringValue: '/v1/tasks/{id}' },
    'http.response.status_code': { intValue: 200 },
    'url.path': { stringValue: `/v1/tasks/${taskId}` },
    'url.scheme': { stringValue: 'http' },
  });
});
