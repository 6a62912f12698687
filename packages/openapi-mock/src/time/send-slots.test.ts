import { expect, test } from 'vitest';
import { MAX_SENDING, MAX_WAITING, SendSlots } from './send-slots.ts';

/** Slots with work that ends when `end` is called with its number. */
function createWork() {
  const slots = new SendSlots();
  const started: number[] = [];
  const ends = new Map<number, () => void>();
  const run = (number: number) =>
    slots.run(() => {
      started.push(number);
      return new Promise<void>((resolve) => ends.set(number, resolve));
    });
  return { slots, started, run, end: (number: number) => ends.get(number)?.() };
}

function count(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

test('work beyond the limit waits, and starts in order', async () => {
  const { started, run, end } = createWork();
  for (const number of count(MAX_SENDING + 3)) run(number);
  expect(started).toEqual(count(MAX_SENDING));
  end(5);
  await expect.poll(() => started).toEqual(count(MAX_SENDING + 1));
  end(0);
  await expect.poll(() => started).toEqual(count(MAX_SENDING + 2));
});

test('a slot is free again when nothing waits', async () => {
  const { slots, started, run } = createWork();
  for (const _ of count(MAX_SENDING)) slots.run(() => Promise.resolve());
  await Promise.resolve();
  for (const number of count(MAX_SENDING + 1)) run(number);
  expect(started).toEqual(count(MAX_SENDING));
});

test('is full when the queue has reached its limit', () => {
  const { slots, run } = createWork();
  for (const number of count(MAX_SENDING + MAX_WAITING - 1)) run(number);
  expect(slots.isFull).toBe(false);
  const remove = run(-1);
  expect(slots.isFull).toBe(true);
  remove();
  expect(slots.isFull).toBe(false);
});

test('work that is removed from the queue does not start', async () => {
  const { started, run, end } = createWork();
  for (const number of count(MAX_SENDING)) run(number);
  const remove = run(-1);
  run(-2);
  remove();
  end(0);
  await expect.poll(() => started.slice(MAX_SENDING)).toEqual([-2]);
});
