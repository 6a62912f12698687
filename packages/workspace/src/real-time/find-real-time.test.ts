import { expect, test } from 'vitest';
import { findRealTime } from './find-real-time.ts';

const FAKE = 'vi.useFakeTimers();';

test.each<[string, string[]]>([
  ['await new Promise((resolve) => setTimeout(resolve, 50));', ['setTimeout of 50 ms']],
  [
    'const PAUSE_MS = 1_999;\nsetTimeout(run, PAUSE_MS / 2);',
    ['PAUSE_MS of 1999 ms', 'setTimeout of 999.5 ms'],
  ],
  ["import { setTimeout as sleep } from 'node:timers/promises';\nawait sleep(100);", ['sleep of 100 ms']],
  ['fetch(url, { signal: AbortSignal.timeout(100) });', ['AbortSignal.timeout of 100 ms']],
  ['setTimeout(run, 2_000);', []],
  ['setTimeout(run, 0);', []],
  ['setInterval(write, 20);', []],
  [`${FAKE}\nsetTimeout(run, 50);`, []],
  ['send({ timeoutMs: 200 });', ['timeoutMs of 200 ms']],
  ['send({ responseTimeoutMs: 5_000, intervalMs: 20, dripEveryMs: 5 });', []],
  ['function wait({ timeout = 100 } = {}) {}', ['timeout of 100 ms']],
  ['await vi.waitUntil(isDone);', ['vi.waitUntil gives up after a second']],
  ['await vi.waitFor(isDone, { timeout: 10_000 });', ['vi.waitFor gives up after a second']],
  ['await expect.poll(isDone).toBe(true);', []],
  ["test('a', run, 60_000);", ['a limit of 60000 ms']],
  ["test.for(CASES)('a', { timeout: 30_000 }, run);", ['a limit of 30000 ms']],
  ['const LIMIT_MS = 100_000;\nbeforeAll(run, LIMIT_MS);', ['a limit of 100000 ms']],
  ["test('a', run, 600_000);", []],
  [
    'const start = performance.now();\nexpect(performance.now() - start).toBeLessThan(4_000);',
    ['an assertion over a measured duration'],
  ],
  [
    'const start = Date.now();\nconst took = (Date.now() - start) / 1_000;\nexpect(took).not.toBeGreaterThan(3);',
    ['an assertion over a measured duration'],
  ],
  ['expect(statistics.elapsedMs).toBeLessThan(10_000);', ['an assertion over a measured duration']],
  ['expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(82_800_000);', []],
  ['expect(list.length).toBeLessThan(5);', []],
])('%s: %j', (text, expected) => {
  const messages = findRealTime('a.test.ts', text).map(({ message }) => message);
  expect(messages).toHaveLength(expected.length);
  for (const [index, message] of messages.entries()) expect(message).toContain(expected[index]);
});

test('a finding has its line', () => {
  expect(findRealTime('a.test.ts', '\n\nsetTimeout(run, 50);').map(({ line }) => line)).toEqual([3]);
});
