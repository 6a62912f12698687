import { createServer } from 'node:net';
import { MockError } from '@keyframe/mock';
import { listen } from '@keyframe/test-kit';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startBanner } from './banner.ts';
import { tryMock } from './try-mock.ts';

function collectLog() {
  const lines: string[] = [];
  return { lines, log: pino({ base: null }, { write: (line: string) => lines.push(line) }) };
}

test('a mock that does not start is logged, and the start continues', async () => {
  const { lines, log } = collectLog();
  await using occupant = await listen(createServer());
  expect(await tryMock({ port: occupant.port, host: '127.0.0.1' }, log)).toBeUndefined();
  expect(lines.join()).toContain('the mock did not start; the service continues without it');
  expect(lines.join()).toContain(`Port ${occupant.port} on 127.0.0.1 is already in use.`);
  expect(startBanner({ api: 'http://127.0.0.1:4000', mock: undefined }, {})).toContain(
    'Mock       did not start',
  );
});

test('a mock that is stopped during its start is not logged', async () => {
  const { lines, log } = collectLog();
  const start = async () => Promise.reject(new MockError('not_started', 'stopped'));
  await tryMock({ port: 0, host: '127.0.0.1' }, log, { start, isStopping: () => true });
  expect(lines).toEqual([]);
});
