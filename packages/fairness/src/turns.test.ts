import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Turns, TurnTimeoutError } from './turns.ts';

// Turns that a test leaves waiting do not time out after it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Takes turns whose work ends when the test says so. */
function given(total: number) {
  const turns = new Turns({ total, timeoutMs: 10_000 });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (name: string) =>
    turns.take(name.slice(0, 1), () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, take, end };
}

test('an owner has no more turns than it leaves free, and the others begin at once', () => {
  const { begun, take } = given(5);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1', 'c2']) void take(name);
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
});

test('owners that wait take turns, each in the order of its own', async () => {
  const { begun, take, end } = given(1);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void take(name);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('work that fails ends its turn', async () => {
  const turns = new Turns({ total: 1, timeoutMs: 10_000 });
  await expect(turns.take('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await turns.take('a', async () => 'done')).toBe('done');
});

test('a turn that does not come in time is refused, and is not taken later', async () => {
  const { begun, take, end } = given(1);
  void take('a1');
  const late = expect(take('b1')).rejects.toThrow(TurnTimeoutError);
  await vi.advanceTimersByTimeAsync(10_000);
  await late;
  void take('c1');
  await end('a1');
  expect(begun).toEqual(['a1', 'c1']);
});
