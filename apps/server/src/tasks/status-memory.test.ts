import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KEY_MS, type KeyChange, KeyChanges } from '../limits/changed-keys.ts';
import { type HeldKey, KeyMemory } from '../limits/key-memory.ts';
import type { LeaseRequest } from '../limits/leased-bucket.ts';
import { PermitLeases } from '../limits/permit-leases.ts';
import type { Poll } from './poll.queries.ts';
import type { ShownTask } from './record.ts';
import { findEnded, StatusMemory } from './status-memory.ts';

const log = pino({ level: 'silent' });
const TOKEN = 'sk_test_key';
const TASK = {
  id: 'task_1',
  model: 'video-2-0',
  credits: 1,
  status: 'queued',
  billingStatus: 'reserved',
  failedReason: null,
  hasLastFrame: false,
  createdAt: new Date(0),
  startedAt: null,
  finishedAt: null,
  videoExpiresAt: null,
} as const;

/** Limits that need a lease within this time share a statement. */
const GATHERED_MS = 20;

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates the memory of a process that gets all permits for which it asks. */
function createMemory(changes: readonly KeyChange[] = []) {
  const lease = async (requests: readonly LeaseRequest[]) =>
    requests.map(({ bucket, permits }) => ({
      bucket,
      permits,
      remaining: 0,
      resetSeconds: 1,
      seconds: 30,
      endsInSeconds: 30,
    }));
  const createLeases = (isEager = false) => new PermitLeases({ lease, log, isEager });
  const keys = new KeyMemory({
    policy: 'status',
    keyLeases: createLeases(),
    ownerLeases: createLeases(true),
    keyChanges: new KeyChanges({ read: async () => ({ changes, next: '1' }), log }),
    quotas: { key: 600, owner: 600 },
  });
  return new StatusMemory({ keys, taskLeases: createLeases(), taskQuota: 600 });
}

/** Notes an answer of the database, which reads the key. */
function note(
  memory: StatusMemory,
  {
    isRefused = false,
    readMs = performance.now(),
    spent,
    task = TASK,
  }: { isRefused?: boolean; readMs?: number; spent?: HeldKey | undefined; task?: ShownTask } = {},
): Poll {
  const decision = { allowed: true, remaining: 500, resetSeconds: 60 };
  const key = { keyId: 'key_1', ownerId: 'own_1', validSeconds: null };
  const leased = isRefused ? { id: '', key: 0, task: 0 } : { id: `lease-${readMs}`, key: 20, task: 3 };
  const found = {
    task,
    decision: isRefused ? { ...decision, allowed: false, remaining: 0 } : decision,
  };
  const poll = { key, leased, inScope: true, decision, ownerDecision: undefined, found };
  return memory.note({ token: TOKEN, mode: 'test', readMs, poll, spent });
}

test('the second query passes from memory, and no query more than the statement of the first one leased', async () => {
  const memory = createMemory();
  note(memory);
  await vi.advanceTimersByTimeAsync(GATHERED_MS);
  const nowMs = performance.now();
  const queries = Array.from({ length: 4 }, () => {
    const query = memory.find(TOKEN, TASK.id, nowMs);
    if (query !== undefined) memory.use(query, nowMs);
    return query;
  });
  expect(queries.map((query) => query !== undefined)).toEqual([true, true, true, false]);
});

test('a key that is used without a pause is read again after five minutes', async () => {
  const memory = createMemory();
  const readMs = performance.now();
  note(memory);
  await vi.advanceTimersByTimeAsync(GATHERED_MS);
  const find = () => memory.find(TOKEN, TASK.id, performance.now());
  for (let query = find(); query !== undefined && performance.now() < readMs + 2 * KEY_MS; query = find()) {
    memory.use(query, performance.now());
    await vi.advanceTimersByTimeAsync(200);
  }
  const heldMs = performance.now() - readMs;
  expect(heldMs).toBeGreaterThan(KEY_MS - 1_000);
  expect(heldMs).toBeLessThan(KEY_MS + 500);
  note(memory);
  expect(find()).toBeDefined();
});

test('END-5 a query that the database refuses spends a permit in memory, though its key has just changed', async () => {
  const memory = createMemory([{ ownerId: 'own_1', changedIn: '1' }]);
  note(memory);
  const readMs = performance.now();
  await vi.advanceTimersByTimeAsync(GATHERED_MS);
  const queries = Array.from({ length: 4 }, () => note(memory, { isRefused: true, readMs }));
  expect(queries.map(({ found }) => found?.decision.allowed)).toEqual([true, true, true, false]);
});

test('a query of another task spends a permit of the key, and its answer says what is left', async () => {
  const memory = createMemory();
  note(memory);
  await vi.advanceTimersByTimeAsync(GATHERED_MS);
  const spent = memory.spendKey(TOKEN, performance.now());
  expect(spent?.permits.permits).toBe(19);
  const { decision } = note(memory, { spent });
  expect(decision).toMatchObject({ allowed: true, remaining: 500 + 19 });
});

test('STA-1 the end of a task is known until its key is read again, which a change of servers causes', async () => {
  const memory = createMemory();
  const ended: ShownTask = { ...TASK, status: 'failed', billingStatus: 'refunded', finishedAt: new Date(0) };
  note(memory, { task: ended });
  await vi.advanceTimersByTimeAsync(GATHERED_MS);
  const find = () => {
    const query = memory.find(TOKEN, TASK.id, performance.now());
    return query && findEnded(query, performance.now())?.task;
  };
  expect(find()).toBe(ended);
  note(memory, { task: { ...ended, id: 'task_2' } });
  expect(memory.find(TOKEN, TASK.id, performance.now())).toBeDefined();
  expect(find()).toBeUndefined();
  note(memory, { task: ended });
  expect(find()).toBe(ended);
});
