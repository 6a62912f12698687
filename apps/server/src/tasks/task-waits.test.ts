import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Subscriber, TaskChange } from './task-changes.ts';
import { createWaitForTask } from './task-waits.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a feed with room for one subscriber, which tests notify. */
function createFeed() {
  let subscriber: Subscriber | undefined;
  return {
    notify: (change: TaskChange) => subscriber?.notify(change),
    hasSubscriber: () => subscriber !== undefined,
    subscribe: (_task: object, added: Subscriber) => {
      if (subscriber !== undefined) return undefined;
      subscriber = added;
      return {
        end: () => {
          subscriber = undefined;
        },
      };
    },
  };
}

function begin(ms = 10_000) {
  const feed = createFeed();
  const response = new EventEmitter();
  const waitForTask = createWaitForTask(feed);
  const wait = waitForTask({ ownerId: 'owner', taskId: 'task', ms, response });
  return { feed, response, waitForTask, wait };
}

test.each<[string, (parts: ReturnType<typeof begin>) => void, number]>([
  ['its task ends', ({ feed }) => feed.notify('ended'), 3000],
  ['the feed closes', ({ feed }) => feed.notify('closed'), 3000],
  ['its client leaves', ({ response }) => response.emit('close'), 3000],
  ['its time is over', () => vi.advanceTimersByTime(7000), 10_000],
])('END-3 a wait ends when %s', async (_title, end, waitedMs) => {
  const parts = begin();
  vi.advanceTimersByTime(3000);
  parts.feed.notify('started');
  expect(parts.feed.hasSubscriber()).toBe(true);
  end(parts);
  expect(await parts.wait).toBe(waitedMs);
  expect(parts.feed.hasSubscriber()).toBe(false);
  expect(parts.response.listenerCount('close')).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('END-3 an owner without room does not wait', async () => {
  const { waitForTask, wait, feed } = begin();
  expect(waitForTask({ ownerId: 'owner', taskId: 'task', ms: 1000, response: undefined })).toBeUndefined();
  feed.notify('ended');
  await wait;
  expect(waitForTask({ ownerId: 'owner', taskId: 'task', ms: 1000, response: undefined })).toBeDefined();
});
