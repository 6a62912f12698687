import { Counter, Gauge, Histogram, Registry, Summary } from 'prom-client';
import { expect, test } from 'vitest';
import { convertMetric } from './otlp-metrics.ts';

const READ_AT = new Date('2026-11-20T11:00:00Z');

async function convert(register: (registers: Registry[]) => void) {
  const registry = new Registry();
  register([registry]);
  return (await registry.getMetricsAsJSON()).flatMap((metric) => convertMetric(metric, READ_AT));
}

test('a counter of ours is a monotonic sum with attributes of ours', async () => {
  const [sum] = await convert((registers) => {
    const labelNames = ['kind'];
    new Counter({ name: 'keyframe_credits_total', help: 'Credits.', labelNames, registers }).inc(
      { kind: 'a' },
      3,
    );
  });
  expect(sum?.descriptor).toMatchObject({ name: 'keyframe.credits', unit: '', description: 'Credits.' });
  expect(sum).toMatchObject({
    isMonotonic: true,
    dataPoints: [{ attributes: { 'keyframe.kind': 'a' }, value: 3, endTime: [READ_AT.getTime() / 1000, 0] }],
  });
});

test('a gauge of bytes has its unit, and names of the semantic conventions keep their attributes', async () => {
  const [memory, pending] = await convert((registers) => {
    new Gauge({ name: 'process_resident_memory_bytes', help: 'a', registers }).set(7);
    new Gauge({ name: 'db_client_connection_pending_requests', help: 'a', registers }).set(2);
  });
  expect(memory?.descriptor).toMatchObject({ name: 'process_resident_memory', unit: 'By' });
  expect(pending?.dataPoints[0]).toMatchObject({
    attributes: { 'db.client.connection.pool.name': 'keyframe' },
    value: 2,
  });
});

test('a histogram has a point for each set of labels, with counts of single buckets', async () => {
  const [histogram] = await convert((registers) => {
    const labelNames = ['outcome'];
    const name = 'keyframe_render_duration_seconds';
    const renders = new Histogram({ name, help: 'a', labelNames, buckets: [1, 2], registers });
    for (const seconds of [0.5, 1.5, 1.75, 9]) renders.observe({ outcome: 'done' }, seconds);
    renders.observe({ outcome: 'failed' }, 3);
  });
  expect(histogram?.descriptor).toMatchObject({ name: 'keyframe.render_duration', unit: 's' });
  expect(histogram?.dataPoints.map(({ attributes, value }) => [attributes, value])).toEqual([
    [
      { 'keyframe.outcome': 'done' },
      { buckets: { boundaries: [1, 2], counts: [1, 2, 1] }, sum: 12.75, count: 4 },
    ],
    [
      { 'keyframe.outcome': 'failed' },
      { buckets: { boundaries: [1, 2], counts: [0, 0, 1] }, sum: 3, count: 1 },
    ],
  ]);
});

test('a summary has no equivalent', async () => {
  expect(await convert((registers) => new Summary({ name: 'a', help: 'a', registers }).observe(1))).toEqual(
    [],
  );
});
