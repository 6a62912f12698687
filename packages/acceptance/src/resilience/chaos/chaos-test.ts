import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { runChaos } from './run-chaos.ts';

/** The figures of a run that must not be zero. */
const EXPECTED = new Set(['charged', 'refunded', 'lost answers', 'callbacks delivered']);

/** Registers a run with a number of kills. */
export function testChaos(faults: number): void {
  test('killed at random, the service loses no task, doubles none, charges each once and calls back with the same bytes', {
    timeout: 300_000,
    meta: { requirements: ['PUR-3', 'STA-1', 'STA-5', 'STA-6', 'EVT-6', 'OPEN-23'] },
  }, async () => {
    const seed = randomInt(2 ** 31);
    const { figures, findings } = await runChaos({ seed, faults, apis: 2, workers: 2, clients: 5 });
    expect(findings, `of seed ${seed}`).toEqual([]);
    // There was a load, and everything in it that is checked.
    expect(Object.entries(figures).filter(([name, figure]) => EXPECTED.has(name) && figure === 0)).toEqual(
      [],
    );
  });
}
