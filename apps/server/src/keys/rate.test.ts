import { expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { deleteOldRateWindows, takeRate } from './rate.queries.ts';

const { database, pool } = useDatabase();

test('LIM-1 of 200 concurrent requests exactly the quota passes', async () => {
  const decisions = await Promise.all(Array.from({ length: 200 }, () => takeRate(database, 'burst', 60)));
  expect(decisions.filter((decision) => decision.allowed)).toHaveLength(60);
  expect(decisions.map((decision) => decision.remaining).sort((one, other) => other - one)[0]).toBe(59);
});

test('a refused request says when the oldest one leaves the window, and the quota slides back one by one', async () => {
  await takeRate(database, 'slide', 2);
  await takeRate(database, 'slide', 2);
  const refused = await takeRate(database, 'slide', 2);
  expect(refused).toEqual({ allowed: false, remaining: 0, resetSeconds: 60 });
  const age = (seconds: number) =>
    pool.query(
      "UPDATE rate_windows SET hits[1] = hits[1] - $1 * interval '1 second' WHERE bucket = 'slide'",
      [seconds],
    );
  await age(45);
  expect(await takeRate(database, 'slide', 2)).toMatchObject({ allowed: false, resetSeconds: 15 });
  await age(15.1);
  expect(await takeRate(database, 'slide', 2)).toMatchObject({ allowed: true, remaining: 0 });
  expect(await takeRate(database, 'slide', 2)).toMatchObject({ allowed: false });
});

test('windows that nobody touches are forgotten, others are kept', async () => {
  await takeRate(database, 'old', 2);
  await takeRate(database, 'new', 2);
  await pool.query("UPDATE rate_windows SET touched_at = now() - interval '3 minutes' WHERE bucket = 'old'");
  await deleteOldRateWindows(database);
  const { rows } = await pool.query("SELECT bucket FROM rate_windows WHERE bucket IN ('old', 'new')");
  expect(rows).toEqual([{ bucket: 'new' }]);
});
