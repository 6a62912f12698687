import { fileURLToPath } from 'node:url';
import { loadVersion, runConformance } from '@keyframe/contract-gate';
import { expect, test } from 'vitest';
import { startMockSubject } from './mock-subject.ts';

const DOCUMENT = fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json'));
const SEED = 1;

test('the gate finds nothing wrong with the mock of the service, callbacks included', async () => {
  await using subject = await startMockSubject();
  const { url, close: _, ...access } = subject.access;
  const { findings, statistics } = await runConformance({
    ...access,
    document: await loadVersion(DOCUMENT),
    server: new URL(url),
    seed: SEED,
    workers: 4,
    propertyRuns: 1,
    maxTimeMs: 60_000,
  });
  expect(findings).toEqual([]);
  expect(statistics.requests).toBeGreaterThan(500);
});
