import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFairSlots, type FairSlots } from './fair-slots.ts';

/** Asks for a slot and notes the owner once it is there. */
function ask(slots: FairSlots, owner: string, entered: string[]): Promise<() => void> {
  const taking = slots.take(owner, undefined);
  taking.then(
    () => entered.push(owner),
    () => {},
  );
  return taking;
}

test('an owner never holds more than its share, however many it asks for', async () => {
  const slots = createFairSlots({ all: 4, perOwner: 2 });
  const entered: string[] = [];
  for (let count = 0; count < 10; count++) ask(slots, 'one', entered);
  await setImmediate();
  expect(entered).toEqual(['one', 'one']);
  ask(slots, 'other', entered);
  await setImmediate();
  expect(entered).toEqual(['one', 'one', 'other']);
});

test('owners take turns, however many jobs one of them has', async () => {
  const slots = createFairSlots({ all: 2, perOwner: 2 });
  const entered: string[] = [];
  const held = [ask(slots, 'one', entered), ask(slots, 'one', entered)];
  for (const owner of ['one', 'one', 'two', 'three']) ask(slots, owner, entered);
  for (const taking of held) (await taking)();
  await setImmediate();
  expect(entered.slice(2)).toEqual(['two', 'three']);
});

test('a newcomer waits for the shares of those who came before, and not for all that they ask for', async () => {
  const slots = createFairSlots({ all: 4, perOwner: 2 });
  const entered: string[] = [];
  const work = async (owner: string) => {
    const giveBack = await ask(slots, owner, entered);
    await setImmediate();
    giveBack();
  };
  const owners = Array.from({ length: 10 }, (_, number) => `owner ${number}`);
  const busy = owners.flatMap((owner) => Array.from({ length: 20 }, () => work(owner)));
  await setImmediate();
  const before = entered.length;
  await Promise.all([...busy, work('newcomer')]);
  expect(entered.indexOf('newcomer') - before).toBeLessThanOrEqual(2 * owners.length);
});

test('who leaves is not let in, and a slot that is given back serves the next', async () => {
  const slots = createFairSlots({ all: 1, perOwner: 1 });
  const entered: string[] = [];
  const giveBack = await ask(slots, 'one', entered);
  const leaving = new AbortController();
  const left = slots.take('two', leaving.signal);
  ask(slots, 'three', entered);
  leaving.abort(new Error('done with'));
  await expect(left).rejects.toThrow('done with');
  await expect(slots.take('four', AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  giveBack();
  await setImmediate();
  expect(entered).toEqual(['one', 'three']);
});
