import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { startMockTarget } from './mock-target.ts';
import { runFuzz } from './run-fuzz.ts';

/** Numbers of requests, and a seed, which is random if it is missing. */
export interface FuzzSize {
  readonly service: number;
  readonly mock: number;
  readonly seed?: number;
}

/** Registers a run against the service, and one against the mock. */
export function testFuzz({ service, mock, seed = randomInt(2 ** 31) }: FuzzSize): void {
  test('every response to a fuzzed request is in the contract, no response is a 5xx, and the server survives', {
    timeout: 300_000,
    meta: { requirements: ['END-2', 'END-4', 'ERR-1', 'OPEN-24'] },
  }, async () => {
    const { statuses, findings } = await runFuzz({ seed, count: service });
    expect(findings, `of seed ${seed}`).toEqual([]);
    // Enough of it got past each of the checks to meet the next one.
    for (const status of ['202', '400', '401', '403', '404', '405'])
      expect([...statuses.keys()]).toContain(status);
  });

  test('every response of the mock to a fuzzed request is in the contract, and the mock survives', async () => {
    const { statuses, findings } = await runFuzz({
      seed,
      count: mock,
      startTarget: startMockTarget,
    });
    expect(findings, `of seed ${seed}`).toEqual([]);
    for (const status of ['200', '202', '400', '401', '404']) expect([...statuses.keys()]).toContain(status);
  }, 300_000);
}
