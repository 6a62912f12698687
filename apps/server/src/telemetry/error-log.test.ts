import { DrizzleQueryError } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createErrorLog } from './error-log.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a failed query is the same error with other parameters', () => {
  const log = pino({ level: 'silent' });
  const error = vi.spyOn(log, 'error');
  const logError = createErrorLog(log, 'a poll failed');
  for (const parameter of ['one', 'two']) {
    logError(new DrizzleQueryError('SELECT …', [parameter], new Error('away')));
  }
  expect(error).toHaveBeenCalledTimes(1);
});

test('logs the same error once a minute, and another one at once', () => {
  const log = pino({ level: 'silent' });
  const error = vi.spyOn(log, 'error');
  const logError = createErrorLog(log, 'a poll failed');
  for (let seconds = 0; seconds < 90; seconds += 1) {
    logError(new Error('away'));
    vi.advanceTimersByTime(1_000);
  }
  expect(error).toHaveBeenCalledTimes(2);
  logError(new Error('read-only'));
  expect(error.mock.calls.map(([fields]) => fields)).toEqual([
    { err: new Error('away') },
    { err: new Error('away') },
    { err: new Error('read-only') },
  ]);
});
