// Random sequences of the actions of owners and the operator, performed on the service and on a model of it.
import { afterAll, beforeAll, test } from 'vitest';
import { type Harness, startHarness } from '../end-to-end/harness.ts';
import { holdToModel } from './hold-to-model.ts';
import type { Real } from './real.ts';

const TASK_TIMEOUT_S = 3;

/** Registers the test with a number of sequences; a slow machine does fewer within the limit. */
export function testModel({ runs, timeLimitMs }: { runs: number; timeLimitMs: number }): void {
  let harness: Harness;

  beforeAll(async () => {
    harness = await startHarness('direct', { TASK_TIMEOUT: `${TASK_TIMEOUT_S}s`, RESULT_TTL: '2s' });
  });
  afterAll(() => harness?.[Symbol.asyncDispose]());

  test('in any order of steps the service does what its model says', {
    timeout: 180_000,
    meta: {
      requirements: [
        'STA-1',
        'STA-3',
        'STA-4',
        'STA-5',
        'STA-6',
        'STA-7',
        'AUT-3',
        'AUT-4',
        'AUT-5',
        'RES-34',
        'OPEN-6',
        'OPEN-21',
        'OPEN-23',
      ],
    },
  }, async () => {
    const { operator } = harness.service;
    const real: Real = { harness, operator, taskTimeoutMs: TASK_TIMEOUT_S * 1000 };
    await holdToModel(real, { runs, timeLimitMs });
  });
}
