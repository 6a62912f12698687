/** The window's rule over hours of simulated time: the same SQL, whose clock is a table here. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { DEFAULT_SCHEMA } from '../db/database.ts';

const { pool } = useDatabase();
const WINDOW_MS = 60_000;
const QUOTA = 60;
const START_MS = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  await pool.query(`
    CREATE SCHEMA simulated;
    CREATE TABLE simulated.clock (now timestamptz NOT NULL);
    INSERT INTO simulated.clock VALUES (now());
    CREATE FUNCTION simulated.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
      AS 'SELECT now FROM simulated.clock';
    ALTER FUNCTION ${DEFAULT_SCHEMA}.take_rates SET search_path = simulated, ${DEFAULT_SCHEMA}, pg_catalog`);
});

/** Sends a batch of requests at a moment; gives how many passed. */
async function ask(bucket: string, count: number, momentMs: number): Promise<number> {
  await pool.query('UPDATE simulated.clock SET now = $1', [new Date(momentMs)]);
  const { rows } = await pool.query<{ passed: number }>(
    'SELECT count(*) FILTER (WHERE allowed)::int AS passed FROM take_rates($1, $2)',
    [Array(count).fill(bucket), Array(count).fill(QUOTA)],
  );
  return rows[0]?.passed ?? 0;
}

/** The most that any window of 60 seconds holds: a fullest one begins with one of its hits. */
function fullestWindow(hits: readonly number[]): number {
  const inWindow = (start: number) => hits.filter((hit) => hit >= start && hit < start + WINDOW_MS).length;
  return Math.max(0, ...hits.map(inWindow));
}

test('LIM-1 a full window is free again 60 seconds after its clock was set back by an hour, and no sooner', async () => {
  const setBackMs = START_MS - 3_600_000;
  expect(await ask('set-back', QUOTA, START_MS)).toBe(QUOTA);
  expect(await ask('set-back', 1, setBackMs)).toBe(0);
  expect(await ask('set-back', 1, setBackMs + WINDOW_MS - 1)).toBe(0);
  expect(await ask('set-back', QUOTA + 1, setBackMs + WINDOW_MS)).toBe(QUOTA);
});

const steps = fc.array(
  fc.record({
    gapMs: fc.oneof(
      fc.constantFrom(0, 1, WINDOW_MS - 1, WINDOW_MS, WINDOW_MS + 1),
      fc.integer({ min: 0, max: 40_000 }),
    ),
    // How far the clock is set back before.
    setBackMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 90_000 }), fc.constant(3_600_000)),
    count: fc.integer({ min: 1, max: 90 }),
  }),
  { minLength: 1, maxLength: 20 },
);

test('LIM-1 no 60 seconds hold 61 requests, and none is refused while they hold fewer, even if the clock is set back', async () => {
  let run = 0;
  let full = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      run += 1;
      let now = START_MS;
      // Content of the window by its clock, and times of the accepted requests by a clock that nobody sets.
      let held: number[] = [];
      let elapsedMs = 0;
      const passedAt: number[] = [];
      for (const { gapMs, setBackMs, count } of sequence) {
        now += gapMs - setBackMs;
        elapsedMs += gapMs;
        held = held.map((hit) => Math.min(hit, now)).filter((hit) => hit > now - WINDOW_MS);
        const passed = await ask(`run-${run}`, count, now);
        expect(passed).toBe(Math.min(count, QUOTA - held.length));
        held.push(...Array<number>(passed).fill(now));
        passedAt.push(...Array<number>(passed).fill(elapsedMs));
      }
      const fullest = fullestWindow(passedAt);
      expect(fullest).toBeLessThanOrEqual(QUOTA);
      if (fullest === QUOTA) full += 1;
    }),
    { numRuns: 25 },
  );
  // Otherwise the limit was never reached, and nothing is shown.
  expect(full).toBeGreaterThan(5);
});
