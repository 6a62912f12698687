import { expect, test } from 'vitest';
import { ApiError, ConfigurationError, NetworkError } from './errors.ts';
import type { OperationDefinition } from './operation-definition.ts';
import { retryAfterSeconds, retryDelayMs } from './retry.ts';

function failure(status: number, retryAfter?: number) {
  const response = new Response(null, { status });
  return new ApiError('', { status, data: undefined, contentType: undefined, response, retryAfter });
}

const lost = new NetworkError('');
const key = { idempotencyKey: 'Idempotency-Key' };

test.each<[string, Partial<OperationDefinition>, unknown, number | undefined]>([
  ['GET', {}, lost, 250],
  ['DELETE', {}, failure(500), 250],
  ['PUT', {}, failure(408), 250],
  ['GET', {}, failure(429, 3), 3000],
  ['GET', {}, failure(501), undefined],
  ['GET', {}, failure(404), undefined],
  ['GET', {}, new ConfigurationError(''), undefined],
  ['GET', {}, new Error('of another kind'), undefined],
  ['POST', {}, lost, undefined],
  ['POST', {}, failure(503, 3), undefined],
  ['POST', { retry: [503] }, failure(503, 3), 3000],
  ['POST', { retry: [503] }, failure(503), undefined],
  ['POST', { retry: [503] }, failure(429, 3), undefined],
  ['PATCH', key, lost, 250],
  ['POST', key, failure(502), 250],
])('%s %j after %s waits %s', (...[method, rest, error, delayMs]) => {
  const definition = { id: 'a', method, path: '/', responses: {}, ...rest };
  expect(retryDelayMs(error, definition, { failures: 1, random: () => 0 })).toBe(delayMs);
});

test('the backoff doubles up to ten seconds, half of it by chance', () => {
  const definition = { id: 'a', method: 'GET', path: '/', responses: {} };
  const delays = [1, 2, 3, 5, 6, 9].map((failures) =>
    retryDelayMs(lost, definition, { failures, random: () => 0.5 }),
  );
  expect(delays).toEqual([375, 750, 1500, 6000, 7500, 7500]);
});

test.each([
  ['7', undefined, 7],
  ['Sun, 22 Nov 2026 10:00:09 GMT', 'Sun, 22 Nov 2026 10:00:00 GMT', 9],
  ['Sun, 22 Nov 2026 09:00:00 GMT', 'Sun, 22 Nov 2026 10:00:00 GMT', 0],
  ['soon', undefined, undefined],
  [undefined, undefined, undefined],
])('Retry-After %s, told at %s, is %s seconds', (retryAfter, date, seconds) => {
  const headers = new Headers();
  if (retryAfter !== undefined) headers.set('retry-after', retryAfter);
  if (date !== undefined) headers.set('date', date);
  expect(retryAfterSeconds(headers)).toBe(seconds);
});
