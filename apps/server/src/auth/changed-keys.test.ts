import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type KeyChange, KeyChanges } from './changed-keys.ts';

const log = pino({ level: 'silent' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const now = () => performance.now();
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('reports the owners whose keys changed, until a minute ago', async () => {
  const changes: KeyChange[] = [];
  const feed = new KeyChanges({ read: async () => [...changes], log });
  expect(feed.isCurrent(now())).toBe(false);
  feed.need(now());
  await pass(10);
  expect(feed.isCurrent(now())).toBe(true);
  const readMs = now();
  changes.push({ ownerId: 'a', changedAt: '1' });
  await pass(300);
  expect([feed.hasChanged('a', readMs), feed.hasChanged('b', readMs)]).toEqual([true, false]);
  // A key that was read after the change.
  const laterMs = now();
  await pass(300);
  expect(feed.hasChanged('a', laterMs)).toBe(false);
  changes.splice(0, 1, { ownerId: 'a', changedAt: '2' });
  await pass(300);
  expect(feed.hasChanged('a', laterMs)).toBe(true);
});

test('is not current when the database has not answered for a second', async () => {
  const read = vi.fn(async (): Promise<KeyChange[]> => []);
  const feed = new KeyChanges({ read, log });
  feed.need(now());
  await pass(500);
  expect(feed.isCurrent(now())).toBe(true);
  read.mockRejectedValue(new Error('away'));
  await pass(1_300);
  expect(feed.isCurrent(now())).toBe(false);
});

test('reads only while somebody needs it', async () => {
  const read = vi.fn(async (): Promise<KeyChange[]> => []);
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
