import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createReadinessCheck } from './readiness.ts';

test('a part that does not answer is not ready after a while; why goes to the log', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const check = createReadinessCheck(
    {
      silent: () => new Promise(() => {}),
      broken: () => Promise.reject(new Error('lost')),
      well: async () => 1,
    },
    log,
  );
  const readiness = await check();
  expect(readiness).toEqual({
    ready: false,
    parts: { silent: 'not ready', broken: 'not ready', well: 'ready' },
  });
  expect(lines.join('')).toMatch(/lost[\s\S]*did not answer/);
});

test('requests during a check share it, and a later one checks again', async () => {
  let checks = 0;
  const part = async () => {
    checks += 1;
  };
  const check = createReadinessCheck({ part }, pino({ level: 'silent' }));
  const [first, second] = await Promise.all([check(), check()]);
  expect([checks, second]).toEqual([1, first]);
  await check();
  expect(checks).toBe(2);
});
