import { expect, test } from 'vitest';
import { growthRows } from './growth-table.ts';

const COSTS = {
  submission: { process: 100, postgresql: 200, walBytes: 2_000 },
  unfinishedQuery: { process: 10, postgresql: 20, walBytes: 200 },
  endedQuery: { process: 5, postgresql: 1, walBytes: 0 },
  end: { process: 400, postgresql: 700, walBytes: 5_000 },
  stored: { tasks: 2_000, callbacks: 500 },
};

test('a rate needs the costs of all requests of its tasks', () => {
  const [first, , third] = growthRows(COSTS, 2);
  expect(first?.perHour).toBe(10_000);
  expect(third).toMatchObject({ perHour: 1_000_000, storedGbPerDay: 60 });
  expect(third?.perSecond).toBeCloseTo(277.8, 1);
  expect(third?.apiCores).toBeCloseTo((277.78 * 125) / 1e6, 5);
  expect(third?.workerCores).toBeCloseTo((277.78 * 400) / 1e6, 5);
  expect(third?.postgresqlCores).toBeCloseTo((277.78 * 941) / 1e6, 5);
  expect(third?.walMbPerSecond).toBeCloseTo((277.78 * 7_400) / 1e6, 4);
});
