import { ApiError, type ErrorCode, NetworkError, UnexpectedResponseError } from '@keyframe/client';
import { expect, test } from 'vitest';
import { isTransient, needsOperator, upstreamFailure, upstreamRefusal } from './upstream-failure.ts';

const codes: [ErrorCode, 'asked again' | 'for the operator' | 'refused'][] = [
  ['rate_limited', 'asked again'],
  ['internal_error', 'asked again'],
  ['insufficient_credits', 'for the operator'],
  ['invalid_api_key', 'for the operator'],
  ['forbidden', 'for the operator'],
  ['invalid_request', 'refused'],
  ['not_found', 'refused'],
];

test.each(codes)('ERR-5 %s is %s', (code, what) => {
  const error = new ApiError(`says ${code}`, { code, status: 400 });
  expect(isTransient(error)).toBe(what === 'asked again');
  expect(needsOperator(error)).toBe(what === 'for the operator');
  expect(upstreamRefusal(error)).toMatchObject({ reason: 'provider_failed', cause: error });
});

const others: [string, Error, boolean][] = [
  ['a lost connection', new NetworkError('refused'), true],
  ['a bad gateway', new UnexpectedResponseError('bad gateway', { status: 502 }), true],
  ['a limit of a gateway', new UnexpectedResponseError('slow down', { status: 429 }), true],
  ['an answer that broke off', new UnexpectedResponseError('not JSON'), true],
  ['a page that is not there', new UnexpectedResponseError('not found', { status: 404 }), false],
  ['a fault of ours', new TypeError('not a function'), false],
];

test.each(others)('%s: retried is %s', (_, error, isRetried) => {
  expect(isTransient(error)).toBe(isRetried);
});

test.each([
  ['content_rejected', 'content_rejected'],
  ['invalid_material', 'invalid_material'],
  ['timed_out', 'timed_out'],
  ['provider_failed', 'provider_failed'],
  ['quota_of_tomorrow', 'provider_failed'],
])('OPEN-11 %s upstream is %s here', (there, here) => {
  expect(upstreamFailure('task_1', there)).toMatchObject({ reason: here });
});
