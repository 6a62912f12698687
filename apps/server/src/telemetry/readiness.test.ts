import { pino } from 'pino';
import { expect, test } from 'vitest';
import { checkReadiness } from './readiness.ts';

test('a part that does not answer is not ready after two seconds; why goes to the log', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const startedAt = performance.now();
  const readiness = await checkReadiness(
    {
      silent: () => new Promise(() => {}),
      broken: () => Promise.reject(new Error('lost')),
      well: async () => 1,
    },
    log,
  );
  expect(performance.now() - startedAt).toBeLessThan(4_000);
  expect(readiness).toEqual({
    ready: false,
    parts: { silent: 'not ready', broken: 'not ready', well: 'ready' },
  });
  expect(lines.join('')).toMatch(/lost[\s\S]*did not answer/);
});
