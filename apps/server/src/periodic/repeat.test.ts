import { eventually } from '@keyframe/test-kit';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { fakeTimers } from '../../tests/support/fake-timers.ts';
import { type Round, repeat } from './repeat.ts';

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
  using _ = fakeTimers();
  const rounds: Round[] = [];
  const repetition = repeat(async (round) => void rounds.push(round), { everyMs: 10_000, log });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(rounds[0]?.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(rounds[0]?.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(rounds[0]?.isOver).toBe(true);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(rounds[1]?.isOver).toBe(false);
  await repetition.stop();
  expect(rounds[1]?.isOver).toBe(true);
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
  await eventually('three rounds', () => rounds >= 3);
  await repetition.stop();
  expect(error).toHaveBeenCalledTimes(1);
});
