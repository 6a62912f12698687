/** The rule of leased permits over hours of simulated time: the same SQL, whose clock is a table here. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { DEFAULT_SCHEMA } from '../db/database.ts';

const { pool } = useDatabase();
const WINDOW_MS = 60_000;
const QUOTA = 60;
const FIRST_MS = 30_000;
const START_MS = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  await pool.query(`
    CREATE SCHEMA simulated;
    CREATE TABLE simulated.clock (now timestamptz NOT NULL);
    INSERT INTO simulated.clock VALUES (now());
    CREATE FUNCTION simulated.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
      AS 'SELECT now FROM simulated.clock';
    ALTER FUNCTION ${DEFAULT_SCHEMA}.take_rates SET search_path = simulated, ${DEFAULT_SCHEMA}, pg_catalog;
    ALTER FUNCTION ${DEFAULT_SCHEMA}.lease_permits SET search_path = simulated, ${DEFAULT_SCHEMA}, pg_catalog`);
});

/** A process, with the clock of its machine, which nobody sets. */
interface Holder {
  id: string;
  left: number;
  untilMs: number;
  uses: number[];
}

/** A pause, and what happens after it. */
interface Step {
  readonly gapMs: number;
  readonly setBackMs: number;
  readonly act: 'take' | 'first' | 'lease' | 'lose' | 'use' | 'kill';
  readonly process: number;
  readonly count: number;
}

/** A window, used by the database and by processes that lease permits of it. */
class Window {
  readonly passedAt: number[] = [];
  /** Requests that passed by leases. */
  leasedCount = 0;
  firstLeases = 0;
  readonly #bucket: string;
  #nowMs = START_MS;
  #elapsedMs = 0;
  #leases = 0;
  #holders: Holder[] = [0, 1, 2].map(() => ({ id: '', left: 0, untilMs: 0, uses: [] }));

  constructor(bucket: string) {
    this.#bucket = bucket;
  }

  async run({ gapMs, setBackMs, act, process, count }: Step): Promise<void> {
    await this.pass(gapMs, setBackMs);
    if (act === 'take') await this.take(count + 1);
    else if (act === 'first') await this.takeFirst(process);
    else if (act === 'use') this.use(process, count);
    else if (act === 'kill') this.kill(process);
    else await this.lease(process, count, act === 'lose');
  }

  async pass(gapMs: number, setBackMs: number): Promise<void> {
    this.#elapsedMs += gapMs;
    this.#nowMs += gapMs - setBackMs;
    await pool.query('UPDATE simulated.clock SET now = $1', [new Date(this.#nowMs)]);
  }

  async take(count: number): Promise<void> {
    const { rows } = await pool.query<{ passed: number }>(
      'SELECT count(*) FILTER (WHERE allowed)::int AS passed FROM take_rates($1, $2)',
      [Array(count).fill(this.#bucket), Array(count).fill(QUOTA)],
    );
    this.#note(rows[0]?.passed ?? 0);
  }

  /** Counts a request of a process, which leases the permits that come with it if it holds none. */
  async takeFirst(index: number): Promise<void> {
    this.#leases += 1;
    const id = String(this.#leases);
    const { rows } = await pool.query<{ allowed: boolean; leased: number }>(
      'SELECT allowed, leased FROM take_rates($1, $2, $3)',
      [[this.#bucket], [QUOTA], id],
    );
    const { allowed, leased } = rows[0] ?? { allowed: false, leased: 0 };
    this.#note(allowed ? 1 : 0);
    this.firstLeases += leased > 0 ? 1 : 0;
    if (leased === 0 || this.#holder(index).id !== '') return;
    this.#holders[index] = { id, left: leased, untilMs: this.#elapsedMs + FIRST_MS, uses: [] };
  }

  /** Leases permits for a process; its answer may be lost. */
  async lease(index: number, permits: number, isLost: boolean): Promise<void> {
    const holder = this.#holder(index);
    const isOver = this.#elapsedMs >= holder.untilMs;
    const kept = isOver || permits === 0 ? 0 : holder.left;
    const ages = holder.uses.map((usedMs) => this.#elapsedMs - usedMs);
    this.#leases += 1;
    const id = String(this.#leases);
    const item = { bucket: this.#bucket, quota: QUOTA, permits, kept, id, replaced: holder.id, ages };
    const { rows } = await pool.query<{ permits: number; ends_in_seconds: number }>(
      'SELECT permits, ends_in_seconds FROM lease_permits($1, $2)',
      [String(index), JSON.stringify([item])],
    );
    const [grant] = rows;
    const isHeld = grant !== undefined && grant.permits > 0 && !isLost;
    this.#holders[index] = {
      id: isHeld ? id : '',
      left: isHeld ? grant.permits : 0,
      untilMs: isHeld ? this.#elapsedMs + grant.ends_in_seconds * 1000 : 0,
      uses: [],
    };
  }

  use(index: number, count: number): void {
    const holder = this.#holder(index);
    const used = this.#elapsedMs < holder.untilMs ? Math.min(count, holder.left) : 0;
    holder.left -= used;
    this.leasedCount += used;
    holder.uses.push(...Array<number>(used).fill(this.#elapsedMs));
    this.#note(used);
  }

  kill(index: number): void {
    this.#holders[index] = { id: '', left: 0, untilMs: 0, uses: [] };
  }

  #holder(index: number): Holder {
    const holder = this.#holders[index];
    if (holder === undefined) throw new RangeError(`No process ${index}.`);
    return holder;
  }

  #note(count: number): void {
    this.passedAt.push(...Array<number>(count).fill(this.#elapsedMs));
  }
}

/** Returns the most requests of any 60 seconds: a fullest window begins with one of them. */
function findFullest(passedAt: readonly number[]): number {
  const counts = passedAt.map((at) => passedAt.filter((hit) => hit >= at && hit < at + WINDOW_MS).length);
  return Math.max(0, ...counts);
}

const steps: fc.Arbitrary<Step> = fc.record({
  gapMs: fc.oneof(
    fc.constantFrom(0, 1, 9_999, 10_000, 19_999, 29_999, WINDOW_MS - 1, WINDOW_MS, WINDOW_MS + 1),
    fc.integer({ min: 0, max: 15_000 }),
  ),
  setBackMs: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    fc.integer({ min: 1, max: 90_000 }),
    fc.constant(3_600_000),
  ),
  act: fc.constantFrom<Step['act'][]>(
    'take',
    'first',
    'first',
    'lease',
    'lease',
    'lose',
    'use',
    'use',
    'kill',
  ),
  process: fc.constantFrom(0, 0, 1, 2),
  // Few permits last longer.
  count: fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 90 })),
});

test('LIM-1 no 60 seconds hold 61 requests, even if processes with leases die, pause or lose answers, and the clock is set back', async () => {
  let run = 0;
  let full = 0;
  let leased = 0;
  let first = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 24 }), async (sequence) => {
      run += 1;
      const window = new Window(`run-${run}`);
      await window.pass(0, 0);
      await window.take(1);
      await window.lease(0, 60, false);
      for (const step of sequence) await window.run(step);
      // All that is left.
      await window.take(90);
      for (const process of [0, 1, 2]) window.use(process, 90);
      const fullest = findFullest(window.passedAt);
      expect(fullest).toBeLessThanOrEqual(QUOTA);
      if (fullest >= QUOTA - 10) full += 1;
      leased += window.leasedCount;
      first += window.firstLeases;
    }),
    { numRuns: 50 },
  );
  // Otherwise no run came near the limit, or none by leases, and nothing is shown.
  expect(full).toBeGreaterThan(0);
  expect(leased).toBeGreaterThan(0);
  expect(first).toBeGreaterThan(0);
});

async function leaseOnce(
  bucket: string,
  replaced: Partial<{ kept: number; replaced: string; ages: number[] }>,
) {
  const item = { bucket, quota: QUOTA, permits: 0, kept: 0, id: 'next', replaced: '', ages: [], ...replaced };
  const { rows } = await pool.query<{ permits: number; remaining: number }>(
    'SELECT permits, remaining FROM lease_permits($1, $2)',
    ['a', JSON.stringify([{ ...item, permits: item.kept === 0 ? 0 : 60 }])],
  );
  return rows[0];
}

test('LIM-1 permits that a process returns are free at once, and its uses count from their own time', async () => {
  const window = new Window('returned');
  await window.pass(0, 0);
  await window.take(20);
  await window.lease(0, 60, false);
  window.use(0, 4);
  expect(window.passedAt).toHaveLength(24);
  await window.take(60);
  expect(window.passedAt).toHaveLength(20 + 4 + 30);
  await window.pass(5_000, 0);
  await window.lease(0, 0, false);
  expect(await leaseOnce('returned', {})).toEqual({ permits: 0, remaining: 6 });
});
