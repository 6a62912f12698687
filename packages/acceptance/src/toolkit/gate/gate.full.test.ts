import { expect, test } from 'vitest';
import { runGate } from './run-gate.ts';

const SEED = 1;
const TIME_MS = 120_000;

test('the gate finds nothing wrong with the service', {
  timeout: 600_000,
}, async () => {
  const { findings, statistics } = await runGate({ seed: SEED, maxTimeMs: TIME_MS, propertyRuns: 5 });
  expect(findings).toEqual([]);
  expect(statistics.requests).toBeGreaterThan(100);
});
