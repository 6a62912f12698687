import { expect, test } from 'vitest';
import { DatabaseTrouble } from './database-trouble.ts';

function createTrouble() {
  const clock = { nowMs: 0 };
  const trouble = new DatabaseTrouble(100, () => clock.nowMs);
  const pass = async (ms: number) => {
    clock.nowMs += ms;
  };
  return { trouble, pass };
}

test('the time before the first answer is trouble', async () => {
  const { trouble, pass } = createTrouble();
  await pass(1_000);
  expect(trouble.isOver(1_000)).toBe(false);
  await pass(1);
  expect(trouble.isOver(1_000)).toBe(true);
});

test('an answer in time is no trouble, and a late one is', async () => {
  const { trouble, pass } = createTrouble();
  await pass(1_001);
  expect(await trouble.watch(() => pass(100).then(() => 'answer'))).toBe('answer');
  expect(trouble.isOver(1_000)).toBe(true);
  await trouble.watch(() => pass(101));
  expect(trouble.isOver(1_000)).toBe(false);
  await pass(1_001);
  expect(trouble.isOver(1_000)).toBe(true);
});

test('an error is trouble, and is thrown', async () => {
  const { trouble, pass } = createTrouble();
  await pass(1_001);
  await expect(trouble.watch(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(trouble.isOver(1_000)).toBe(false);
});
