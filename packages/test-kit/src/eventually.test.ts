import { expect, test } from 'vitest';
import { eventually } from './eventually.ts';

test('a value is polled until it is neither undefined nor false', async () => {
  const answers = [undefined, false as const, 0];
  expect(await eventually('a number', () => answers.shift())).toBe(0);
  expect(answers).toEqual([]);
});

test('a wait that times out names what it waited for', async () => {
  const wait = eventually('the moon', async () => false, { timeoutMs: 2_000 });
  await expect(wait).rejects.toThrow('Timed out after 2000 ms waiting for the moon.');
});

test('an error of the question ends the wait', async () => {
  const ask = () => {
    throw new Error('nobody is there');
  };
  await expect(eventually('an answer', ask)).rejects.toThrow('nobody is there');
});
