import { beforeEach, expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { leasePermits } from './leases.queries.ts';

const { pool } = useDatabase();
const QUOTA = 60;
let windows = 0;

beforeEach(() => pool.query('TRUNCATE keyframe.lease_holders, keyframe.rate_windows'));

/** Requests permits of a window of its own, which has counted one request. */
async function lease(permits: number, holder = 'a') {
  windows += 1;
  const bucket = `window-${windows}`;
  await pool.query('SELECT FROM keyframe.take_rates(ARRAY[$1], ARRAY[$2::integer])', [bucket, QUOTA]);
  const request = { bucket, quota: QUOTA, permits, kept: 0, id: bucket, replaced: '', ages: [] };
  const [grant] = await leasePermits(pool, holder, [request]);
  return grant;
}

test('a lease of at most a quarter of the quota lasts a minute', async () => {
  expect(await lease(7)).toMatchObject({ permits: 14, remaining: 45, seconds: 30, endsInSeconds: 60 });
  expect(await lease(8)).toMatchObject({ permits: 8, remaining: 51, seconds: 30, endsInSeconds: 30 });
});

test('leases are shorter while several processes lease', async () => {
  await lease(7, 'b');
  expect(await lease(7)).toMatchObject({ permits: 14, remaining: 45, seconds: 10, endsInSeconds: 20 });
  expect(await lease(8)).toMatchObject({ permits: 8, remaining: 51, seconds: 10, endsInSeconds: 10 });
});

test('a lease occupies its permits until a minute after its end, also after a clock was set back', async () => {
  const grant = await lease(7);
  const occupied = async (after: string) => {
    const { rows } = await pool.query<{ permits: number }>(
      `SELECT keyframe.leased_permits(keyframe.current_leases(leases, touched_at + $2::interval)) AS permits
      FROM keyframe.rate_windows WHERE bucket = $1`,
      [grant?.bucket, after],
    );
    return rows[0]?.permits;
  };
  expect([await occupied('119 seconds'), await occupied('121 seconds')]).toEqual([14, 0]);
  const { rows } = await pool.query<{ seconds: string }>(
    `SELECT extract(epoch FROM (keyframe.current_leases(leases, touched_at - interval '1 hour'))[1].ends_at
      - (touched_at - interval '1 hour'))::integer AS seconds FROM keyframe.rate_windows WHERE bucket = $1`,
    [grant?.bucket],
  );
  expect(rows).toEqual([{ seconds: 60 }]);
});
