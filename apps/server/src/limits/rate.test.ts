import { expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import type { Database } from '../db/database.ts';
import { createTakeRates, deleteOldRateWindows, type RateDecision } from './rate.queries.ts';

const { database, pool } = useDatabase();

async function takeRates(requests: readonly { readonly bucket: string; readonly quota: number }[]) {
  const { rows } = await pool.query<RateDecision>(
    `SELECT allowed, remaining, reset_seconds AS "resetSeconds" FROM take_rates($1, $2) ORDER BY position`,
    [requests.map(({ bucket }) => bucket), requests.map(({ quota }) => quota)],
  );
  return rows;
}

async function takeRate(bucket: string, quota: number) {
  const [decision] = await takeRates([{ bucket, quota }]);
  return decision;
}

test('LIM-1 accepts exactly the quota out of 200 concurrent requests', async () => {
  const decisions = await Promise.all(Array.from({ length: 200 }, () => takeRate('burst', 60)));
  expect(decisions.filter((decision) => decision?.allowed)).toHaveLength(60);
  expect(decisions.map((decision) => decision?.remaining ?? 0).sort((one, other) => other - one)[0]).toBe(59);
});

test('a refused request says when the oldest one leaves the window, and the quota slides back one by one', async () => {
  await takeRate('slide', 2);
  await takeRate('slide', 2);
  const refused = await takeRate('slide', 2);
  expect(refused).toEqual({ allowed: false, remaining: 0, resetSeconds: 60 });
  const age = (seconds: number) =>
    pool.query(
      "UPDATE rate_windows SET hits[1] = hits[1] - $1 * interval '1 second' WHERE bucket = 'slide'",
      [seconds],
    );
  await age(45);
  expect(await takeRate('slide', 2)).toMatchObject({ allowed: false, resetSeconds: 15 });
  await age(15.1);
  expect(await takeRate('slide', 2)).toMatchObject({ allowed: true, remaining: 0 });
  expect(await takeRate('slide', 2)).toMatchObject({ allowed: false });
});

test('windows that nobody touches are forgotten, others are kept', async () => {
  await takeRate('old', 2);
  await takeRate('new', 2);
  await pool.query("UPDATE rate_windows SET touched_at = now() - interval '3 minutes' WHERE bucket = 'old'");
  await deleteOldRateWindows(database, { isOver: false });
  const { rows } = await pool.query("SELECT bucket FROM rate_windows WHERE bucket IN ('old', 'new')");
  expect(rows).toEqual([{ bucket: 'new' }]);
});

test('LIM-1 requests of one group share their buckets exactly, in their order', async () => {
  const group = Array.from({ length: 10 }, (_, index) => ({
    bucket: index % 2 === 0 ? 'even' : 'odd',
    quota: 3,
  }));
  await takeRate('even', 3);
  const decisions = await takeRates(group);
  const passed = decisions.flatMap(({ allowed }, index) => (allowed ? [index] : []));
  expect(passed).toEqual([0, 1, 2, 3, 5]);
});

test('LIM-1 groups of several processes at once let exactly the quota pass, and never deadlock', async () => {
  const buckets = Array.from({ length: 8 }, (_, index) => `shared-${index}`);
  const groups = Array.from({ length: 20 }, (_, index) =>
    takeRates(
      (index % 2 === 0 ? buckets : buckets.toReversed()).flatMap((bucket) =>
        [1, 2, 3].map(() => ({ bucket, quota: 7 })),
      ),
    ),
  );
  const decisions = (await Promise.all(groups)).flat();
  expect(decisions.filter((decision) => decision.allowed)).toHaveLength(7 * buckets.length);
});

test('requests of a process that arrive together share statements, and each is decided by its own limits', async () => {
  let statements = 0;
  const execute: Database['execute'] = (query) => {
    statements += 1;
    return database.execute(query);
  };
  const take = createTakeRates({ execute } as Database);
  const wide = { bucket: 'together-wide', quota: 100 };
  const requests = Array.from({ length: 90 }, (_, index) =>
    index % 2 === 0 ? [wide] : [wide, { bucket: 'together-narrow', quota: 5 }],
  );
  const refusals = await Promise.all(requests.map(take));
  expect(refusals.flatMap((refusal, index) => (refusal === undefined ? [] : [index]))).toEqual(
    requests.flatMap(({ length }, index) => (length > 1 && index >= 11 ? [index] : [])),
  );
  expect(refusals.at(-1)).toEqual({ retryAfterSeconds: expect.closeTo(60, -1) });
  expect(statements).toBeLessThanOrEqual(2);
});

async function takeAllowances(bucket: string, quota: number, count = 1) {
  const { rows } = await pool.query<{ allowed: boolean; resetSeconds: number }>(
    'SELECT allowed, reset_seconds AS "resetSeconds" FROM take_allowances($1, $2) ORDER BY position',
    [Array(count).fill(bucket), Array(count).fill(quota)],
  );
  return rows;
}

test('an allowance lets its quota pass at once, and then a share of it with each second', async () => {
  const first = await Promise.all(Array.from({ length: 20 }, () => takeAllowances('burst', 30, 2)));
  const passed = first.flat().filter(({ allowed }) => allowed);
  // The shares of the seconds that the test takes come back meanwhile.
  expect(passed.length).toBeGreaterThanOrEqual(30);
  expect(passed.length).toBeLessThanOrEqual(34);
  await pool.query("UPDATE rate_allowances SET empty_at = empty_at - interval '10 s' WHERE bucket = 'burst'");
  expect((await takeAllowances('burst', 30, 40)).filter(({ allowed }) => allowed).length).toBeLessThanOrEqual(
    9,
  );
  expect(await takeAllowances('burst', 30)).toEqual([{ allowed: false, resetSeconds: 2 }]);
});

test('a clock that was set back refuses for a minute at most', async () => {
  await takeAllowances('set-back', 60);
  await pool.query(
    "UPDATE rate_allowances SET empty_at = empty_at + interval '1 hour' WHERE bucket = 'set-back'",
  );
  expect(await takeAllowances('set-back', 60)).toEqual([{ allowed: false, resetSeconds: 1 }]);
});
