import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type KeyChange, KeyChanges } from './changed-keys.ts';
import { countByDatabase, KeyMemory } from './key-memory.ts';
import type { LeaseRequest } from './leased-bucket.ts';
import { PermitLeases } from './permit-leases.ts';

const log = pino({ level: 'silent' });
const TOKEN = 'sk_test_key';
const KEY = { token: TOKEN, keyId: 'key_1', ownerId: 'own_1', mode: 'test', validSeconds: null } as const;
const decision = { allowed: true, remaining: 50, resetSeconds: 60 };

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

interface Database {
  readonly changes?: readonly KeyChange[];
  readonly isAway?: () => boolean;
  /** A limit that has only this many permits; the others have all for which the memory asks. */
  readonly scarce?: { readonly bucket: string; readonly permits: number };
}

/** Creates a memory over a database. */
function createMemory({ changes = [], isAway = () => false, scarce }: Database = {}) {
  const lease = vi.fn(async (requests: readonly LeaseRequest[]) =>
    requests.map(({ bucket, permits }) => ({
      bucket,
      permits: bucket === scarce?.bucket ? scarce.permits : permits,
      remaining: 0,
      resetSeconds: 1,
      seconds: 30,
      endsInSeconds: 30,
    })),
  );
  const read = async () => {
    if (isAway()) throw new Error('The database is away.');
    return { changes, next: '1' };
  };
  const memory = new KeyMemory({
    policy: 'create',
    keyLeases: new PermitLeases({ lease, log }),
    ownerLeases: new PermitLeases({ lease, log, isEager: true }),
    keyChanges: new KeyChanges({ read, log }),
    quotas: { key: 60, owner: 600 },
  });
  /** A request that the database counts. */
  const count = async (more: { validSeconds?: number } = {}) => {
    const nowMs = performance.now();
    const held = memory.hold({ ...KEY, ...more, readMs: nowMs, decision }, nowMs);
    if (held !== undefined) memory.leaseOwner(held, nowMs);
    await pass(1_000);
  };
  const find = () => memory.find(TOKEN, performance.now());
  const buckets = () => lease.mock.calls.flatMap(([requests]) => requests.map(({ bucket }) => bucket));
  return { buckets, count, find, memory };
}

test('leases nothing for a key that is used once, and permits of key and owner for one that is used again', async () => {
  const { buckets, count, find } = createMemory();
  await count();
  expect([find(), buckets()]).toEqual([undefined, []]);
  await count();
  expect(buckets()).toEqual(['create:key_1', 'create:own_1:test']);
  expect(find()).toMatchObject({ keyId: 'key_1', ownerId: 'own_1', mode: 'test' });
});

test.each(['create:key_1', 'create:own_1:test'])(
  'a key passes no more often than the permits of %s',
  async (bucket) => {
    const { count, find, memory } = createMemory({ scarce: { bucket, permits: 3 } });
    await count();
    await count();
    let passed = 0;
    for (let key = find(); key !== undefined && passed < 100; key = find()) {
      memory.use(key, performance.now());
      passed += 1;
    }
    expect(passed).toBe(3);
  },
);

test('AUT-3 a key does not pass while the changes of keys cannot be read, and is read again after that', async () => {
  let isAway = false;
  const { count, find } = createMemory({ isAway: () => isAway });
  await count();
  await count();
  expect(find()).toBeDefined();
  isAway = true;
  await pass(1_300);
  expect(find()).toBeUndefined();
  isAway = false;
  await pass(500);
  expect(find()).toBeUndefined();
  await count();
  expect(find()).toBeDefined();
});

test('a key does not pass after it has expired', async () => {
  const { count, find } = createMemory();
  await count({ validSeconds: 3 });
  await count({ validSeconds: 2 });
  expect(find()).toBeDefined();
  await pass(1_000);
  expect(find()).toBeUndefined();
});

test('a key passes no more once a change of its owner is known, and is not held if it was read before', async () => {
  const changes: KeyChange[] = [];
  const { count, find, memory } = createMemory({ changes });
  await count();
  await count();
  const readMs = performance.now();
  expect(find()).toBeDefined();
  changes.push({ ownerId: 'own_1', changedIn: '7' });
  await pass(500);
  expect(find()).toBeUndefined();
  expect(memory.hold({ ...KEY, readMs, decision }, performance.now())).toBeUndefined();
});

test('a refused request is counted again if permits of its key were held meanwhile', async () => {
  const { count, memory } = createMemory();
  await count();
  await count();
  const refused = { decision: { ...decision, allowed: false } };
  const ask = vi.fn(async () => refused);
  for (const calls of [2, 3]) {
    expect(await countByDatabase(memory, TOKEN, ask)).toBe(refused);
    expect(ask).toHaveBeenCalledTimes(calls);
  }
  const pass = vi.fn(async () => ({ decision }));
  await countByDatabase(memory, TOKEN, pass);
  expect(pass).toHaveBeenCalledTimes(1);
});

test('a refusal that arrives after another request gave the permits back is counted again as well', async () => {
  const { count, memory } = createMemory();
  await count();
  await count();
  const refused = { decision: { ...decision, allowed: false } };
  const passed = { decision };
  const late = Promise.withResolvers<typeof refused>();
  const [ask, askLate] = [vi.fn(async () => passed), vi.fn(async () => passed)];
  askLate.mockReturnValueOnce(late.promise);
  ask.mockResolvedValueOnce(refused);
  const second = countByDatabase(memory, TOKEN, askLate);
  expect(await countByDatabase(memory, TOKEN, ask)).toBe(passed);
  late.resolve(refused);
  expect(await second).toBe(passed);
});
