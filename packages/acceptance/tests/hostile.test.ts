import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { runHostile } from '../src/hostile/run-hostile.ts';

const REQUESTS = 3_000;

test('END-2 END-4 ERR-1 OPEN-24 whatever is sent, the answer is one of the contract, none is a 5xx, and the server lives on', async () => {
  const seed = randomInt(2 ** 31);
  const { statuses, findings } = await runHostile({ seed, count: REQUESTS });
  expect(findings, `of seed ${seed}`).toEqual([]);
  // Enough of it got past each of the checks to meet the next one.
  for (const status of ['202', '400', '401', '403', '404', '405'])
    expect([...statuses.keys()]).toContain(status);
}, 300_000);
