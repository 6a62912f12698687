import { expect, test } from 'vitest';
import { MAX_SENDING, MAX_WAITING, SendSlots } from './send-slots.ts';

const SENDING_ALONE = 64;
const WAITING_ALONE = 10_000;

/** Slots with work that ends when `end` is called with its name, such as `a0`. */
function createWork() {
  const slots = new SendSlots();
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (world: string, number: number) =>
    slots.run(world, () => {
      const name = `${world}${number}`;
      started.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  return { slots, started, run, end: (name: string) => ends.get(name)?.() };
}

function count(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

function listNames(world: string, length: number): string[] {
  return count(length).map((number) => `${world}${number}`);
}

test('work of a world beyond its limit waits, and starts in order', async () => {
  const { started, run, end } = createWork();
  for (const number of count(SENDING_ALONE + 3)) run('a', number);
  expect(started).toEqual(listNames('a', SENDING_ALONE));
  end('a5');
  await expect.poll(() => started).toEqual(listNames('a', SENDING_ALONE + 1));
  end('a0');
  await expect.poll(() => started).toEqual(listNames('a', SENDING_ALONE + 2));
});

test('a slot is free again when nothing waits', async () => {
  const { slots, started, run } = createWork();
  for (const _ of count(SENDING_ALONE)) slots.run('a', () => Promise.resolve());
  await Promise.resolve();
  for (const number of count(SENDING_ALONE + 1)) run('a', number);
  expect(started).toEqual(listNames('a', SENDING_ALONE));
});

test('is full for a world whose queue has reached its limit', () => {
  const { slots, run } = createWork();
  for (const number of count(SENDING_ALONE + WAITING_ALONE - 1)) run('a', number);
  expect(slots.isFull('a')).toBe(false);
  const remove = run('a', -1);
  expect([slots.isFull('a'), slots.isFull('b')]).toEqual([true, false]);
  remove();
  expect(slots.isFull('a')).toBe(false);
});

test('work that is removed from the queue does not start', async () => {
  const { started, run, end } = createWork();
  for (const number of count(SENDING_ALONE)) run('a', number);
  const remove = run('a', -1);
  run('a', -2);
  remove();
  end('a0');
  await expect.poll(() => started.slice(SENDING_ALONE)).toEqual(['a-2']);
});

test('worlds whose work never ends leave slots for others', () => {
  const { started, run } = createWork();
  for (const world of count(30)) for (const number of count(100)) run(`never${world}-`, number);
  const sending = started.length;
  expect(sending).toBeLessThan(MAX_SENDING);
  run('other', 0);
  expect(started.slice(sending)).toEqual(['other0']);
});

test('all worlds together have limits', async () => {
  const { slots, started, run, end } = createWork();
  let waiting = 0;
  for (const world of count(MAX_SENDING + 300)) {
    for (const number of count(400)) {
      if (slots.isFull(`${world}-`)) break;
      run(`${world}-`, number);
      waiting += 1;
    }
  }
  expect(started).toHaveLength(MAX_SENDING);
  expect(waiting - MAX_SENDING).toBeLessThanOrEqual(MAX_WAITING);
  end('0-0');
  await expect.poll(() => started.length).toBe(MAX_SENDING + 1);
  expect(started.at(-1)).toMatch(/-0$/);
});

test('worlds that wait take turns', async () => {
  const { started, run, end } = createWork();
  for (const world of count(MAX_SENDING)) run(`${world}-`, 0);
  for (const world of ['a', 'b', 'c']) for (const number of count(2)) run(world, number);
  for (const world of count(30)) end(`${world}-0`);
  await expect.poll(() => started.slice(MAX_SENDING)).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'c1']);
});
