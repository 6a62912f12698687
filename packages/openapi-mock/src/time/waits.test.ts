import { expect, test } from 'vitest';
import { Waits } from './waits.ts';

/** A clock with the timers that run. */
function createClock() {
  const timers = new Set<() => void>();
  const after = (_: number, run: () => void) => {
    timers.add(run);
    return () => void timers.delete(run);
  };
  return { now: () => 0, after, timers };
}

test.each([
  ['pause', 'wake', undefined],
  ['pause', 'close', false],
  ['pause', 'fire', true],
  ['waitForChange', 'wake', true],
  ['waitForChange', 'close', false],
  ['waitForChange', 'fire', true],
] as const)('%s and then %s: %s', async (wait, event, expected) => {
  const clock = createClock();
  const waits = new Waits(clock);
  let ended: boolean | undefined;
  void waits[wait](1_000).then((isOpen) => {
    ended = isOpen;
  });
  if (event === 'fire') for (const run of clock.timers) run();
  else waits[event]();
  await Promise.resolve();
  expect([ended, clock.timers.size]).toEqual([expected, expected === undefined ? 1 : 0]);
});
