import { pino } from 'pino';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { KEY_MS, type KeyChange, type KeyChangeList, KeyChanges } from './changed-keys.ts';

const log = pino({ level: 'silent' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const now = () => performance.now();
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

type Reading = Mock<() => Promise<KeyChangeList>>;

const NONE: KeyChangeList = { changes: [], next: '1' };

test('reports the owners whose keys changed', async () => {
  const changes: KeyChange[] = [];
  const feed = new KeyChanges({ read: async () => ({ changes: [...changes], next: '1' }), log });
  expect(feed.isCurrent(now())).toBe(false);
  feed.need(now());
  await pass(10);
  expect(feed.isCurrent(now())).toBe(true);
  const readMs = now();
  changes.push({ ownerId: 'a', changedIn: '1' });
  await pass(300);
  expect([feed.hasChanged('a', readMs), feed.hasChanged('b', readMs)]).toEqual([true, false]);
  // A key that was read after the change.
  const laterMs = now();
  await pass(300);
  expect(feed.hasChanged('a', laterMs)).toBe(false);
  changes.splice(0, 1, { ownerId: 'a', changedIn: '2' });
  await pass(300);
  expect(feed.hasChanged('a', laterMs)).toBe(true);
});

test('continues each list where the one before it ended, also after a pause', async () => {
  const read = vi.fn(async (since: string | undefined) => ({
    changes: [],
    next: String(Number(since ?? 6) + 1),
  }));
  const feed = new KeyChanges({ read, log });
  feed.need(now());
  await pass(20_000);
  const last = read.mock.calls.length + 6;
  feed.need(now());
  await pass(10);
  expect(read.mock.calls.slice(0, 3)).toEqual([[undefined], ['7'], ['8']]);
  expect(read).toHaveBeenLastCalledWith(String(last));
});

test('a change that is no longer listed counts as long as a key may be held that was read before', async () => {
  const read = vi.fn(async () => NONE);
  const feed = new KeyChanges({ read, log });
  const readMs = now();
  read.mockResolvedValueOnce({ changes: [{ ownerId: 'a', changedIn: '1' }], next: '1' });
  const passNeeded = async (ms: number) => {
    for (const endMs = now() + ms; now() < endMs; await pass(1_000)) feed.need(now());
  };
  await passNeeded(KEY_MS - 2_000);
  expect(feed.hasChanged('a', readMs)).toBe(true);
  await passNeeded(4_000);
  expect(feed.hasChanged('a', readMs)).toBe(false);
});

test.each([
  [
    'that was late',
    async (read: Reading) => {
      read.mockImplementationOnce(async () => {
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        return NONE;
      });
      await pass(2_500);
    },
  ],
  [
    'that follows a failure',
    async (read: Reading) => {
      read.mockRejectedValueOnce(new Error('connection reset'));
      await pass(600);
    },
  ],
  [
    'that follows a pause',
    async (_: Reading, feed: KeyChanges) => {
      await pass(20_000);
      feed.need(now());
      await pass(10);
    },
  ],
])(
  'AUT-3 after a list %s, all keys may have changed, as the server may be another one',
  async (_, interrupt) => {
    const read: Reading = vi.fn(async () => NONE);
    const feed = new KeyChanges({ read, log });
    feed.need(now());
    await pass(500);
    const readMs = now();
    await pass(500);
    expect(feed.hasChanged('a', readMs)).toBe(false);
    await interrupt(read, feed);
    expect(feed.hasChanged('a', readMs)).toBe(true);
    const laterMs = now();
    await pass(500);
    expect(feed.hasChanged('a', laterMs)).toBe(false);
  },
);

test('is not current when the database has not answered for a second', async () => {
  const read = vi.fn(async () => NONE);
  const feed = new KeyChanges({ read, log });
  feed.need(now());
  await pass(500);
  expect(feed.isCurrent(now())).toBe(true);
  read.mockRejectedValue(new Error('away'));
  await pass(1_300);
  expect(feed.isCurrent(now())).toBe(false);
});

test('reads only while somebody needs it', async () => {
  const read = vi.fn(async () => NONE);
  const feed = new KeyChanges({ read, log });
  await pass(5_000);
  expect(read).not.toHaveBeenCalled();
  feed.need(now());
  await pass(20_000);
  const count = read.mock.calls.length;
  expect(count).toBeGreaterThan(35);
  expect(count).toBeLessThan(45);
  await pass(20_000);
  expect(read).toHaveBeenCalledTimes(count);
});
