import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeyChanges } from '../auth/changed-keys.ts';
import { type LeaseRequest, PermitLeases } from '../auth/permit-leases.ts';
import { StatusMemory } from './status-memory.ts';

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

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates the memory of a process that gets all permits for which it asks. */
function createMemory() {
  const lease = async (requests: readonly LeaseRequest[]) =>
    requests.map(({ bucket, permits }) => ({ bucket, permits, remaining: 0, resetSeconds: 1, seconds: 30 }));
  const createLeases = () => new PermitLeases({ lease, log });
  return new StatusMemory({
    keyLeases: createLeases(),
    ownerLeases: createLeases(),
    taskLeases: createLeases(),
    keyChanges: new KeyChanges({ read: async () => [], log }),
    quotas: { key: 600, owner: 600, task: 600 },
  });
}

/** Notes an answer of the database, which reads the key. */
function note(memory: StatusMemory): void {
  const decision = { allowed: true, remaining: 500, resetSeconds: 60 };
  const key = { keyId: 'key_1', ownerId: 'own_1', validSeconds: null };
  const poll = { key, inScope: true, decision, ownerDecision: undefined, found: { task: TASK, decision } };
  memory.note({ token: TOKEN, mode: 'test', readMs: performance.now(), poll });
}

test('a key that is used without a pause is read again after 30 seconds: older changes are not listed', async () => {
  const memory = createMemory();
  note(memory);
  await vi.advanceTimersByTimeAsync(1_000);
  note(memory);
  const readMs = performance.now();
  await vi.advanceTimersByTimeAsync(1);
  const find = () => memory.find(TOKEN, TASK.id, performance.now());
  for (let query = find(); query !== undefined && performance.now() < readMs + 90_000; query = find()) {
    memory.use(query, performance.now());
    await vi.advanceTimersByTimeAsync(200);
  }
  const heldMs = performance.now() - readMs;
  expect(heldMs).toBeGreaterThan(29_000);
  expect(heldMs).toBeLessThan(30_500);
  note(memory);
  expect(find()).toBeDefined();
});
