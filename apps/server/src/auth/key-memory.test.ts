import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type KeyChange, KeyChanges } from './changed-keys.ts';
import { KeyMemory } from './key-memory.ts';
import { type LeaseRequest, PermitLeases } from './permit-leases.ts';

const log = pino({ level: 'silent' });
const TOKEN = 'sk_test_key';
const KEY = { token: TOKEN, keyId: 'key_1', ownerId: 'own_1', mode: 'test', validSeconds: null } as const;
const decision = { allowed: true, remaining: 50, resetSeconds: 60 };

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Creates a memory that gets all permits for which it asks, and reads these changes of keys. */
function createMemory(changes: readonly KeyChange[] = []) {
  const lease = vi.fn(async (requests: readonly LeaseRequest[]) =>
    requests.map(({ bucket, permits }) => ({ bucket, permits, remaining: 0, resetSeconds: 1, seconds: 30 })),
  );
  const memory = new KeyMemory({
    policy: 'create',
    keyLeases: new PermitLeases({ lease, log }),
    ownerLeases: new PermitLeases({ lease, log, isEager: true }),
    keyChanges: new KeyChanges({ read: async () => ({ changes, next: '1' }), log }),
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

test('a key passes no more often than its permits and those of its owner', async () => {
  const { count, find, memory } = createMemory();
  await count();
  await count();
  const held = find();
  const permits = Math.min(held?.permits.left ?? 0, held?.ownerPermits.left ?? 0);
  expect(permits).toBeGreaterThan(2);
  let passed = 0;
  for (let key = find(); key !== undefined && passed < 100; key = find()) {
    memory.use(key, performance.now());
    passed += 1;
  }
  expect(passed).toBe(permits);
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
  const { count, find, memory } = createMemory(changes);
  await count();
  await count();
  const readMs = performance.now();
  expect(find()).toBeDefined();
  changes.push({ ownerId: 'own_1', changedIn: '7' });
  await pass(500);
  expect(find()).toBeUndefined();
  expect(memory.hold({ ...KEY, readMs, decision }, performance.now())).toBeUndefined();
});
