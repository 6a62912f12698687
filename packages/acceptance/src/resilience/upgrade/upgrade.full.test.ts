import { listScripts } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { runUpgrade } from './run-upgrade.ts';

test('processes that replace others of the same version under load lose no task, and charge each once', async () => {
  const version = listScripts();
  const { figures, findings } = await runUpgrade({
    first: version,
    second: version,
    seed: 1,
    seconds: 3,
    signal: new AbortController().signal,
  });
  expect(findings).toEqual([]);
  expect(figures.charged).toBeGreaterThan(0);
  expect(figures.refunded).toBeGreaterThan(0);
  expect(figures.tasks).toBeGreaterThan(10);
});
