import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LeaseGrant, LeaseRequest } from './leased-bucket.ts';
import { PermitLeases } from './permit-leases.ts';

const log = pino({ level: 'silent' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates leases of 10 seconds; each request is granted as it is. */
function given(grant = ({ bucket, permits }: LeaseRequest): Partial<LeaseGrant> => ({ bucket, permits })) {
  const lease = vi.fn(async (requests: readonly LeaseRequest[]) =>
    requests.map((request) => {
      const defaults = {
        bucket: '',
        permits: 0,
        remaining: 500,
        resetSeconds: 60,
        seconds: 10,
        endsInSeconds: 10,
      };
      return { ...defaults, ...grant(request) };
    }),
  );
  const leases = new PermitLeases({ lease, log });
  const open = (name = 'a') => {
    const bucket = leases.open(name, 600, 'owner');
    if (bucket === undefined) throw new Error('No room.');
    return bucket;
  };
  const requests = () => lease.mock.calls.flatMap(([batch]) => batch);
  return { lease, leases, open, requests };
}

const now = () => performance.now();
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Limits that need a lease within this time share a statement. */
const GATHERED_MS = 20;

/** Two requests a second apart, which the database counts: worth a lease. */
async function heat(leases: PermitLeases, bucket: Parameters<PermitLeases['use']>[0]) {
  leases.noteCounted(bucket, now());
  await pass(1_000);
  leases.noteCounted(bucket, now());
  await pass(GATHERED_MS);
}

test('leases permits of a limit that is used often, and of no other', async () => {
  const { leases, open, requests } = given();
  const rare = open('rare');
  leases.noteCounted(rare, now());
  await pass(25_000);
  leases.noteCounted(rare, now());
  await pass(GATHERED_MS);
  expect(requests()).toEqual([]);
  const bucket = open();
  await heat(leases, bucket);
  expect(requests()).toMatchObject([
    { bucket: 'a', quota: 600, permits: 74, kept: 0, replaced: '', ages: [] },
  ]);
  expect(bucket.hasPermit(now())).toBe(true);
  expect(bucket.describe(now())).toMatchObject({ remaining: 574, resetSeconds: 60 });
});

test('limits that need a lease within 20 milliseconds share a statement', async () => {
  const { lease, leases, open, requests } = given();
  const names = ['a', 'b'];
  for (const name of names) leases.noteCounted(open(name), now());
  await pass(1_000);
  for (const name of names) {
    leases.noteCounted(open(name), now());
    await pass(GATHERED_MS / 2);
  }
  expect(requests().map(({ bucket }) => bucket)).toEqual(names);
  expect(lease).toHaveBeenCalledTimes(1);
});

const FIRST = { id: 'first', permits: 3 };

test('permits that came with the counted request are used until 30 seconds after it was sent', async () => {
  const { leases, open, requests } = given();
  const bucket = open();
  const startedMs = now();
  await pass(500);
  leases.noteCounted(bucket, now(), { lease: { ...FIRST, startedMs } });
  expect(bucket.permits).toBe(3);
  const endMs = startedMs + 30_000;
  expect([bucket.hasPermit(endMs - 1), bucket.hasPermit(endMs)]).toEqual([true, false]);
  // Another request of the same statement brings the same permits.
  leases.noteCounted(bucket, now(), { lease: { ...FIRST, startedMs } });
  expect(bucket.permits).toBe(3);
  leases.use(bucket, now());
  await pass(28_000);
  expect(requests()).toMatchObject([{ replaced: 'first', ages: [expect.closeTo(27_520, -1)] }]);
});

test('permits that came while others are requested are not used, as it is unknown which lease is left', async () => {
  const { lease, leases, open } = given();
  const bucket = open();
  lease.mockImplementationOnce(async ([request]) => {
    leases.noteCounted(bucket, now(), { lease: { ...FIRST, startedMs: now() } });
    expect(bucket.permits).toBe(0);
    return [
      {
        bucket: 'a',
        permits: request?.permits ?? 0,
        remaining: 0,
        resetSeconds: 1,
        seconds: 10,
        endsInSeconds: 10,
      },
    ];
  });
  await heat(leases, bucket);
  expect(bucket.permits).toBe(74);
});

test('permits that came before the request of others are used', async () => {
  const { leases, open, requests } = given();
  const bucket = open();
  leases.noteCounted(bucket, now());
  await pass(1_000);
  leases.noteCounted(bucket, now());
  leases.noteCounted(bucket, now(), { lease: { ...FIRST, startedMs: now() } });
  expect(bucket.permits).toBe(3);
  await pass(GATHERED_MS);
  expect(requests()).toMatchObject([{ replaced: 'first', kept: 3 }]);
});

test('a limit with a small quota has the permits that came with a request, and requests none', async () => {
  const { leases, requests } = given();
  const small = leases.open('poll', 6, 'owner');
  if (small === undefined) throw new Error('No room.');
  await heat(leases, small);
  expect(requests()).toEqual([]);
  leases.noteCounted(small, now(), { lease: { ...FIRST, startedMs: now() } });
  expect(small.hasPermit(now())).toBe(true);
});

test('eager leases request permits with the first use', async () => {
  const { lease, requests } = given();
  const leases = new PermitLeases({ lease, log, isEager: true });
  const bucket = leases.open('a', 600, 'owner');
  if (bucket === undefined) throw new Error('No room.');
  leases.noteCounted(bucket, now());
  await pass(GATHERED_MS);
  expect(requests()).toMatchObject([{ permits: 38, kept: 0 }]);
  leases.noteCounted(bucket, now());
  await pass(GATHERED_MS);
  expect(requests()).toHaveLength(1);
});

test('an owner without room gets no permits', () => {
  const full = new PermitLeases({ lease: async () => [], log }, { total: 10, perOwner: 1 });
  expect(full.open('a', 600, 'owner')).toBeDefined();
  expect(full.open('b', 600, 'owner')).toBeUndefined();
  expect(full.open('b', 600, 'other')).toBeDefined();
});

test('no permit of a lease is used after its end, counted from before its request', async () => {
  const { lease, leases, open } = given();
  let respond = (_grants: LeaseGrant[]) => {};
  lease.mockReturnValueOnce(
    new Promise((resolve) => {
      respond = resolve;
    }),
  );
  const bucket = open();
  await heat(leases, bucket);
  const endMs = now() + 10_000;
  await pass(3_000);
  respond([{ bucket: 'a', permits: 75, remaining: 0, resetSeconds: 1, seconds: 10, endsInSeconds: 10 }]);
  await pass(0);
  expect([bucket.hasPermit(endMs - 1), bucket.hasPermit(endMs)]).toEqual([true, false]);
});

test('a lease may last longer than the time for which permits are requested', async () => {
  const { leases, open, requests } = given(({ bucket, permits }) => ({
    bucket,
    permits: 2 * permits,
    endsInSeconds: 90,
  }));
  const bucket = open();
  await heat(leases, bucket);
  for (let use = 0; use < 88; use += 1) {
    leases.use(bucket, now());
    await pass(1_000);
  }
  const [first, second] = requests();
  // One use a second, for 10 seconds and a reserve.
  expect(second).toMatchObject({ replaced: first?.id, permits: 13 });
  // Older uses count no more.
  expect(second?.ages).toHaveLength(59);
});

test('reports the age of each use when it renews, and keeps only the permits that it needs', async () => {
  const { leases, open, requests } = given();
  const bucket = open();
  await heat(leases, bucket);
  for (let use = 0; use < 8; use += 1) {
    leases.use(bucket, now());
    await pass(1_000);
  }
  const [first, second] = requests();
  expect(second).toMatchObject({ replaced: first?.id, kept: 13 });
  expect(second?.ages.length).toBe(8);
  expect(second?.ages.toSorted((one, other) => one - other)[0]).toBeLessThanOrEqual(1_000);
  expect(bucket.permits).toBe(13);
  expect(bucket.report('next', now()).ages).toEqual([]);
});

test('uses during a renewal are reported with the next one', async () => {
  const { lease, leases, open } = given();
  const bucket = open();
  await heat(leases, bucket);
  for (let use = 0; use < 6; use += 1) leases.use(bucket, now());
  lease.mockImplementationOnce(async () => {
    leases.use(bucket, now());
    leases.use(bucket, now());
    return [{ bucket: 'a', permits: 80, remaining: 0, resetSeconds: 1, seconds: 10, endsInSeconds: 10 }];
  });
  await pass(8_000);
  // Two were used before the answer.
  expect(bucket.permits).toBe(78);
  expect(bucket.report('next', now()).ages).toHaveLength(2);
});

test('returns the permits of a limit that is no longer used, and forgets it', async () => {
  const { leases, open, requests } = given();
  const bucket = open();
  await heat(leases, bucket);
  leases.use(bucket, now());
  await pass(30_000);
  expect(requests().at(-1)).toMatchObject({ permits: 0, kept: 0 });
  expect(bucket.hasPermit(now())).toBe(false);
  expect(bucket.isForgotten).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('a limit without room is left to the database for two seconds', async () => {
  const { leases, open, requests } = given(({ bucket }) => ({ bucket, permits: 0 }));
  const bucket = open();
  await heat(leases, bucket);
  expect(bucket.hasPermit(now())).toBe(false);
  for (let request = 0; request < 15; request += 1) {
    leases.noteCounted(bucket, now());
    await pass(100);
  }
  expect(requests()).toHaveLength(1);
  await pass(1_000);
  leases.noteCounted(bucket, now());
  await pass(GATHERED_MS);
  expect(requests()).toHaveLength(2);
});

test('a lease whose answer is lost is used no more, and neither is the one before', async () => {
  const { lease, leases, open, requests } = given();
  const bucket = open();
  await heat(leases, bucket);
  lease.mockRejectedValueOnce(new Error('away'));
  leases.use(bucket, now());
  await pass(8_000);
  expect(bucket.hasPermit(now())).toBe(false);
  await heat(leases, bucket);
  expect(requests().at(-1)).toMatchObject({ replaced: '', kept: 0, ages: [] });
});

test('a process that stops returns its permits', async () => {
  const { leases, open, requests } = given();
  const bucket = open();
  await heat(leases, bucket);
  leases.use(bucket, now());
  await leases.close();
  expect(requests().at(-1)).toMatchObject({ permits: 0, kept: 0 });
  expect(requests().at(-1)?.ages).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('a process that stops returns the permits that are on their way', async () => {
  const { lease, leases, open, requests } = given();
  let respond = (_grants: LeaseGrant[]) => {};
  lease.mockReturnValueOnce(
    new Promise((resolve) => {
      respond = resolve;
    }),
  );
  await heat(leases, open());
  const closed = leases.close();
  respond([{ bucket: 'a', permits: 75, remaining: 0, resetSeconds: 1, seconds: 10, endsInSeconds: 10 }]);
  await closed;
  const [granted, returned] = requests();
  expect(returned).toMatchObject({ replaced: granted?.id, permits: 0, kept: 0 });
});

test('permits are given back once, and all who ask meanwhile wait for it', async () => {
  const { leases, open, requests } = given();
  const bucket = open();
  await heat(leases, bucket);
  leases.use(bucket, now());
  await Promise.all([leases.giveBack(bucket), leases.giveBack(bucket)]);
  const [granted, ...returned] = requests();
  expect(returned).toMatchObject([
    { replaced: granted?.id, permits: 0, kept: 0, ages: [expect.any(Number)] },
  ]);
  expect(bucket.hasPermit(now())).toBe(false);
  await leases.giveBack(bucket);
  expect(requests()).toHaveLength(2);
});

test('permits that are on their way are given back as well', async () => {
  const { leases, open, requests } = given();
  const bucket = open();
  leases.noteCounted(bucket, now());
  await pass(1_000);
  leases.noteCounted(bucket, now());
  await leases.giveBack(bucket);
  const [granted, returned] = requests();
  expect(granted?.permits).toBeGreaterThan(0);
  expect(returned).toMatchObject({ replaced: granted?.id, permits: 0, kept: 0 });
  expect(bucket.hasPermit(now())).toBe(false);
});

test('permits that came with a counted request while others were given back are held afterward', async () => {
  const { leases, open, lease } = given();
  const bucket = open();
  await heat(leases, bucket);
  lease.mockImplementationOnce(async ([request]) => {
    leases.noteCounted(bucket, now(), { lease: { ...FIRST, startedMs: now() } });
    const answer = { permits: 0, remaining: 0, resetSeconds: 1, seconds: 10, endsInSeconds: 10 };
    return [{ bucket: request?.bucket ?? '', ...answer }];
  });
  await leases.giveBack(bucket);
  expect([bucket.permits, bucket.report('next', now()).replaced]).toEqual([FIRST.permits, FIRST.id]);
});
