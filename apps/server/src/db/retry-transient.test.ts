import { expect, test } from 'vitest';
import { retryTransient } from './retry-transient.ts';

const lost = () => Object.assign(new Error('connection lost'), { code: 'ECONNREFUSED' });
const NEVER = new AbortController().signal;

test('an action that fails with a transient error is retried until it succeeds', async () => {
  let attempts = 0;
  const result = await retryTransient(async () => {
    attempts += 1;
    if (attempts < 3) throw lost();
    return attempts;
  }, NEVER);
  expect(result).toBe(3);
});

test('any other error is thrown at once', async () => {
  let attempts = 0;
  const action = async () => {
    attempts += 1;
    throw new Error('no such column');
  };
  await expect(retryTransient(action, NEVER)).rejects.toThrow('no such column');
  expect(attempts).toBe(1);
});

test('a stop ends the retries with the last error', async () => {
  const stopping = new AbortController();
  const action = async () => {
    stopping.abort();
    throw lost();
  };
  await expect(retryTransient(action, stopping.signal)).rejects.toThrow('connection lost');
});
