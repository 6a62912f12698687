import { expect, test } from 'vitest';
import { ApiError, ConfigurationError, NetworkError } from './errors.ts';
import {
  type FailedResponse,
  isRefused,
  isTransient,
  type RetryRule,
  retryAfterSeconds,
  retryDelayMs,
} from './retry.ts';

function failure(status: number, retryAfter?: number) {
  const response = new Response(null, { status });
  return new ApiError('', { status, data: undefined, contentType: undefined, response, retryAfter });
}

const lost = new NetworkError('');

const refused = isRefused(503);

test.each<[RetryRule | undefined, FailedResponse, number | undefined]>([
  [isTransient, lost, 250],
  [isTransient, failure(500), 250],
  [isTransient, failure(408), 250],
  [isTransient, failure(429, 3), 3000],
  [isTransient, failure(501), undefined],
  [isTransient, failure(404), undefined],
  [isTransient, new ConfigurationError(''), undefined],
  [undefined, lost, undefined],
  [undefined, failure(503, 3), undefined],
  [refused, failure(503, 3), 3000],
  [refused, failure(503), undefined],
  [refused, failure(429, 3), undefined],
  [refused, lost, undefined],
])('an operation with the rule %o after %s waits %s', (retry, error, delayMs) => {
  expect(retryDelayMs(error, retry, { failures: 1, random: () => 0 })).toBe(delayMs);
});

test('the backoff doubles up to ten seconds, half of it by chance', () => {
  const delays = [1, 2, 3, 5, 6, 9].map((failures) =>
    retryDelayMs(lost, isTransient, { failures, random: () => 0.5 }),
  );
  expect(delays).toEqual([375, 750, 1500, 6000, 7500, 7500]);
});

test.each([
  ['7', undefined, 7],
  ['Sun, 22 Nov 2026 10:00:09 GMT', 'Sun, 22 Nov 2026 10:00:00 GMT', 9],
  ['Sun, 22 Nov 2026 09:00:00 GMT', 'Sun, 22 Nov 2026 10:00:00 GMT', 0],
  ['soon', undefined, undefined],
  [undefined, undefined, undefined],
])('Retry-After %s, received at %s, is %s seconds', (retryAfter, date, seconds) => {
  const headers = new Headers();
  if (retryAfter !== undefined) headers.set('retry-after', retryAfter);
  if (date !== undefined) headers.set('date', date);
  expect(retryAfterSeconds(headers)).toBe(seconds);
});
