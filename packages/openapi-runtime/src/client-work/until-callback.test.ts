import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SYSTEM_CLOCK } from '../client/clock.ts';
import { untilCallback } from './until-callback.ts';

/** Calls the pause three times, and returns which of them the clock ended; `arrivesIn` is the pause or reading of the callback. */
async function listPauses(arrivesIn: string): Promise<string[]> {
  const ended: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const pause = untilCallback(promise);
  const arrive = async (moment: string) => {
    if (moment !== arrivesIn) return;
    resolve();
    await setImmediate();
  };
  for (const name of ['first', 'second', 'third']) {
    await arrive(`reading before the ${name} pause`);
    const sleep = async (_ms: number, signal?: AbortSignal) => {
      await arrive(`${name} pause`);
      signal?.throwIfAborted();
      ended.push(name);
    };
    await pause(1000, new AbortController().signal, { ...SYSTEM_CLOCK, sleep });
  }
  return ended;
}

test.each([
  ['reading before the first pause', ['second', 'third']],
  ['first pause', ['second', 'third']],
  ['reading before the second pause', ['first', 'third']],
  ['second pause', ['first', 'third']],
  ['no pause', ['first', 'second', 'third']],
])('a callback in the %s ends one pause', async (arrivesIn, ended) => {
  expect(await listPauses(arrivesIn)).toEqual(ended);
});

test('a callback that is rejected ends no pause', async () => {
  const pause = untilCallback(Promise.reject(new Error('forged')));
  await setImmediate();
  const sleeps: number[] = [];
  const clock = { ...SYSTEM_CLOCK, sleep: async (ms: number) => void sleeps.push(ms) };
  await pause(1000, new AbortController().signal, clock);
  expect(sleeps).toEqual([1000]);
});
