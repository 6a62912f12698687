import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TaskChanges } from './task-changes.ts';

const log = pino({ level: 'silent' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a feed whose changed tasks are set by the test. */
function given(limits = {}) {
  const ended: string[] = [];
  const started: string[] = [];
  const findChanged = vi.fn(async (_sinceMs: number) => [
    ...started.map((id) => ({ id, isEnded: false })),
    ...ended.splice(0).map((id) => ({ id, isEnded: true })),
  ]);
  return {
    ended,
    started,
    findChanged,
    feed: new TaskChanges({ findChanged, log }, { intervalMs: 200, ...limits }),
  };
}

const IGNORING = { notify: () => {} };
const task = (taskId: string, ownerId = 'a') => ({ taskId, ownerId });

test('notifies all subscribers of a task once, and no others', async () => {
  const { ended, feed } = given();
  const listeners = [vi.fn(), vi.fn(), vi.fn()] as const;
  feed.subscribe(task('t1'), { notify: listeners[0] });
  feed.subscribe(task('t1', 'b'), { notify: listeners[1] });
  feed.subscribe(task('t2'), { notify: listeners[2] });
  ended.push('t1', 'unknown');
  await vi.advanceTimersByTimeAsync(250);
  ended.push('t1');
  await vi.advanceTimersByTimeAsync(250);
  expect(listeners.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
  expect(feed.count).toBe(1);
});

test('notifies of a start once, although it is listed for a while, and then of the end', async () => {
  const { started, ended, feed } = given();
  const notify = vi.fn();
  feed.subscribe(task('t1'), { notify });
  started.push('t1');
  await vi.advanceTimersByTimeAsync(650);
  expect(notify.mock.calls).toEqual([['started']]);
  ended.push('t1');
  await vi.advanceTimersByTimeAsync(250);
  expect(notify.mock.calls).toEqual([['started'], ['ended']]);
  expect(feed.count).toBe(0);
});

test('one query at an interval serves all subscribers, and none is sent without them', async () => {
  const { findChanged, feed } = given();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(findChanged).not.toHaveBeenCalled();
  const subscriptions = Array.from({ length: 100 }, (_, index) =>
    feed.subscribe(task(`t${index}`), IGNORING),
  );
  await vi.advanceTimersByTimeAsync(900);
  expect(findChanged).toHaveBeenCalledTimes(5);
  for (const subscription of subscriptions) subscription?.end();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(findChanged).toHaveBeenCalledTimes(5);
  expect(feed.count).toBe(0);
});

test('looks back over the time of a commit, and over the time in which the database was away', async () => {
  const { findChanged, feed } = given();
  feed.subscribe(task('t1'), IGNORING);
  await vi.advanceTimersByTimeAsync(100);
  findChanged.mockClear();
  findChanged.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'));
  await vi.advanceTimersByTimeAsync(800);
  expect(findChanged.mock.calls).toEqual([[1_700], [1_900], [2_100], [1_700]]);
});

test('looks now and then for transactions that commit late, again when that fails', async () => {
  const { findChanged, feed } = given();
  findChanged.mockRejectedValueOnce(new Error('away'));
  feed.subscribe(task('t1'), IGNORING);
  await vi.advanceTimersByTimeAsync(6_500);
  const late = findChanged.mock.calls.flatMap(([sinceMs], index) => (sinceMs > 10_000 ? [index] : []));
  expect(late).toEqual([0, 1, 16, 31]);
});

test('an owner takes no more room than it leaves free', () => {
  const { feed } = given({ total: 8, perOwner: 6 });
  const subscribe = (ownerId: string) => feed.subscribe(task('t1', ownerId), IGNORING) !== undefined;
  expect([1, 2, 3, 4, 5].map(() => subscribe('a'))).toEqual([true, true, true, true, false]);
  expect([1, 2, 3].map(() => subscribe('b'))).toEqual([true, true, false]);
  expect([1, 2].map(() => subscribe('c'))).toEqual([true, false]);
});

test('an owner alone has a limit; a subscription that ends makes room', () => {
  const { feed } = given({ total: 100, perOwner: 2 });
  const [subscription] = [1, 2].map(() => feed.subscribe(task('t1'), IGNORING));
  expect(feed.subscribe(task('t1'), IGNORING)).toBeUndefined();
  subscription?.end();
  subscription?.end();
  expect(feed.subscribe(task('t1'), IGNORING)).toBeDefined();
  expect(feed.subscribe(task('t1'), IGNORING)).toBeUndefined();
});

test('a feed that closes notifies all subscribers and accepts no more', () => {
  const { feed } = given();
  const notify = vi.fn();
  feed.subscribe(task('t1'), { notify });
  feed.close();
  expect(notify.mock.calls).toEqual([['closed']]);
  expect(feed.subscribe(task('t1'), { notify })).toBeUndefined();
});
