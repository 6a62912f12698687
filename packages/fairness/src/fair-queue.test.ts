import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** Queues items that are named after their owners: a1 is the first one of a. */
function given(...names: readonly string[]) {
  const queue = new FairQueue<string>();
  for (const name of names) queue.add(name.slice(0, 1), name);
  return queue;
}

function takeAll(queue: FairQueue<string>, mayTake?: (owner: string) => boolean): string[] {
  const taken: string[] = [];
  for (let next = queue.take(mayTake); next !== undefined; next = queue.take(mayTake)) taken.push(next);
  return taken;
}

test('owners take turns, each in the order of its own items', () => {
  const queue = given('a1', 'a2', 'a3', 'b1', 'b2', 'c1');
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(queue.isEmpty).toBe(true);
});

test('an owner that comes later is next after one item of each other owner', () => {
  const queue = given('a1', 'a2', 'a3', 'b1', 'b2');
  expect([queue.take(), queue.take()]).toEqual(['a1', 'b1']);
  queue.add('c', 'c1');
  expect(takeAll(queue)).toEqual(['a2', 'b2', 'c1', 'a3']);
});

test('items of an owner that may not take any stay, and the others go on', () => {
  const queue = given('a1', 'b1', 'b2');
  expect(takeAll(queue, (owner) => owner !== 'a')).toEqual(['b1', 'b2']);
  expect(queue.has('a')).toBe(true);
  expect(queue.has('b')).toBe(false);
  expect(takeAll(queue)).toEqual(['a1']);
});

test('an item that was removed is not taken', () => {
  const queue = given('a1', 'a2', 'b1');
  queue.remove('a', 'a1');
  queue.remove('b', 'b1');
  queue.remove('c', 'c1');
  expect(queue.has('b')).toBe(false);
  expect(takeAll(queue)).toEqual(['a2']);
});
