import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { repeat } from './repeat.ts';

const log = pino({ level: 'silent' });

test('a stop ends a round that does not work in batches, and waits for it', async () => {
  const started = Promise.withResolvers<void>();
  let isEnded = false;
  const repetition = repeat(
    async (_, stopping) => {
      started.resolve();
      await new Promise((resolve) => stopping.addEventListener('abort', resolve));
      isEnded = true;
    },
    { everyMs: 1, log },
  );
  await started.promise;
  await repetition.stop();
  expect(isEnded).toBe(true);
});

test('a round that works in batches is over at the stop, or when half of the time has passed', async () => {
  const seen: boolean[] = [];
  const repetition = repeat(
    async (round) => {
      seen.push(round.isOver);
      await vi.waitUntil(() => round.isOver);
      seen.push(round.isOver);
    },
    { everyMs: 20, log },
  );
  await vi.waitUntil(() => seen.length >= 4);
  await repetition.stop();
  expect(seen.slice(0, 4)).toEqual([false, true, false, true]);
});

test('an action that fails in the same way each time is logged once', async () => {
  const failing = pino({ level: 'silent' });
  const error = vi.spyOn(failing, 'error');
  let rounds = 0;
  const fail = async () => {
    rounds += 1;
    throw new Error('away');
  };
  const repetition = repeat(fail, { everyMs: 1, log: failing });
  await vi.waitUntil(() => rounds >= 3);
  await repetition.stop();
  expect(error).toHaveBeenCalledTimes(1);
});
