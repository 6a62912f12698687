import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFairSlots, type FairSlots, type SlotRequest } from './fair-slots.ts';
import { RecentCpu } from './recent-cpu.ts';
import { TurnTimeoutError } from './turns.ts';

const LIMITS = { all: 2, perOwner: 2, test: 2, maxWaitMs: 60_000 };

function givenSlots(limits: Partial<typeof LIMITS> = {}) {
  const recentCpu = new RecentCpu(() => 0);
  const entered: string[] = [];
  const slots: FairSlots = createFairSlots({ ...LIMITS, ...limits }, recentCpu);
  const take = (owner: string, request: Partial<SlotRequest> = {}): Promise<() => void> => {
    const taking = slots.take({ owner, mode: 'live', ...request });
    taking.then(
      () => entered.push(owner),
      () => {},
    );
    return taking;
  };
  return { recentCpu, entered, slots, take };
}

test('an owner never holds more than its share, however many slots it requests', async () => {
  const { entered, take } = givenSlots({ all: 4 });
  for (let count = 0; count < 10; count++) take('one');
  await setImmediate();
  expect(entered).toEqual(['one', 'one']);
  take('other');
  await setImmediate();
  expect(entered).toEqual(['one', 'one', 'other']);
});

test('owners follow each other by the CPU time that they used recently', async () => {
  const { recentCpu, entered, take } = givenSlots({ all: 1 });
  const release = await take('first');
  recentCpu.add('much', 9_000);
  recentCpu.add('little', 100);
  for (const owner of ['much', 'much', 'little', 'none']) {
    take(owner).then(async (next) => {
      await setImmediate();
      next();
    });
  }
  release();
  await expect.poll(() => entered).toEqual(['first', 'none', 'little', 'much', 'much']);
});

test('an owner that used nothing enters before all that are waiting, however many they are', async () => {
  const { recentCpu, entered, take } = givenSlots();
  const held = [await take('holder'), await take('holder')];
  for (let owner = 0; owner < 20; owner++) {
    recentCpu.add(`owner ${owner}`, 1_000);
    for (let count = 0; count < 10; count++) take(`owner ${owner}`);
  }
  take('newcomer');
  held[0]?.();
  await setImmediate();
  expect(entered.slice(2)).toEqual(['newcomer']);
});

test('live jobs come before test jobs, and one slot is never held by a test job', async () => {
  const { recentCpu, entered, take } = givenSlots({ test: 1 });
  const releases = [await take('sandbox', { mode: 'test' })];
  take('another sandbox', { mode: 'test' });
  await setImmediate();
  expect(entered).toEqual(['sandbox']);
  recentCpu.add('customer', 60_000);
  take('customer').then((release) => releases.push(release));
  take('another customer');
  await setImmediate();
  expect(entered).toEqual(['sandbox', 'customer']);
  releases[0]?.();
  await setImmediate();
  expect(entered).toEqual(['sandbox', 'customer', 'another customer']);
});

test('a request that is aborted gets no slot, and a released slot serves the next', async () => {
  const { entered, slots, take } = givenSlots({ all: 1 });
  const release = await take('one');
  const leaving = new AbortController();
  const left = take('two', { signal: leaving.signal });
  take('three');
  leaving.abort(new Error('done with'));
  release();
  await expect(left).rejects.toThrow('done with');
  const late = { owner: 'four', mode: 'live', signal: AbortSignal.abort(new Error('too late')) } as const;
  await expect(slots.take(late)).rejects.toThrow('too late');
  // A second release of the same slot releases no other.
  release();
  take('five');
  await setImmediate();
  expect(entered).toEqual(['one', 'three']);
});

test('a wait that is too long is an error of the machine', async () => {
  const { take } = givenSlots({ all: 1, maxWaitMs: 2_000 });
  const release = await take('one');
  await expect(take('two')).rejects.toThrow(TurnTimeoutError);
  release();
  await take('three');
});
