import { eventually } from '@keyframe/test-kit';
import { startTlsReceiver } from '@keyframe/test-kit/tls';
import { afterAll, expect, test } from 'vitest';
import { startTracing } from '../src/telemetry/start-tracing.ts';
import { currentTraceparent, traced } from '../src/telemetry/tracing.ts';
import { givenOwner } from './support/database.ts';
import { startCollector } from './support/otlp-collector.ts';
import { useServer } from './support/server.ts';

const collector = await startCollector();
const receiver = await startTlsReceiver();
afterAll(() => Promise.all([collector.close(), receiver.close()]));
const { connection, request } = useServer(async () => ({
  EGRESS_ALLOW: receiver.allow,
  EGRESS_CA: receiver.caFile,
  CALLBACK_RETRIES: '50ms',
}));

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

test('without an SDK spans cost nothing and leave nothing', async () => {
  expect(await traced('step', { kind: 'step' }, async () => currentTraceparent())).toBeNull();
  expect(currentTraceparent()).toBeNull();
});

test('one trace leads from the request over the job to the last callback', async () => {
  const tracing = startTracing({ endpoint: collector.url, role: 'all' });
  const answers = [503, 200];
  receiver.answerWith(() => ({ status: answers.shift() ?? 200 }));
  const { key } = await givenOwner(connection, { mode: 'test' });
  const response = await request('/v1/videos/generations', {
    key,
    headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` },
    json: { model: 'video-2-0', callback_url: receiver.url, input: { prompt: 'a calm sea' } },
  });
  expect(response.status).toBe(202);
  const delivered = () =>
    connection.pool
      .query("SELECT 1 FROM deliveries WHERE status = 'delivered'")
      .then((result) => result.rowCount === 1);
  await eventually('the delivery', delivered);
  await tracing.stop();

  const spans = collector.spans.filter(({ traceId }) => traceId === TRACE);
  const named = (name: string) => spans.filter((span) => span.name === name);
  const [created] = named('POST /v1/videos/generations');
  const [generated] = named('generate jobs');
  expect(created?.parentSpanId).toBe('00f067aa0ba902b7');
  expect(generated?.parentSpanId).toBe(created?.spanId);
  expect(named('render').map(({ parentSpanId }) => parentSpanId)).toEqual([generated?.spanId]);
  expect(named('POST callback').map(({ parentSpanId }) => parentSpanId)).toEqual([
    generated?.spanId,
    generated?.spanId,
  ]);
});
