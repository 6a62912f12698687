import type { JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type FittedWork, fitWork } from './fit-work.ts';

const WORK: FittedWork = {
  expiry: undefined,
  states: {
    state: '$response.body#/status',
    waiting: ['running'],
    success: ['ok'],
    failure: ['bad'],
    cancelled: [],
    ended: ['done'],
    outcome: {
      state: '$response.body#/outcome',
      success: ['GOOD'],
      failure: ['BAD', 'WORSE'],
      cancelled: [],
    },
    errors: ['$response.body#/error'],
    isSuccessWithoutError: true,
  },
  result: { kind: 'members', members: ['$response.body#/url'] },
};
const BODY = { status: 'text', outcome: 'text', error: 'text', url: 'text' };

test.each<[word: string, outcome: string, expected: JsonValue]>([
  ['running', '', { status: 'running' }],
  ['ok', '', { status: 'ok', outcome: 'GOOD', url: 'text' }],
  ['bad', '', { status: 'bad', outcome: 'BAD', error: 'text' }],
  ['done', '', { status: 'done', outcome: 'GOOD', url: 'text' }],
  ['done', 'WORSE', { status: 'done', outcome: 'WORSE', error: { message: 'The work has failed.' } }],
  ['done', 'failure', { status: 'done', outcome: 'BAD', error: { message: 'The work has failed.' } }],
])('the state %s after the wish "%s"', (word, outcome, expected) => {
  expect(fitWork(BODY, WORK, { word, outcome, accepts: () => true })).toEqual(expected);
});

test('work that has succeeded has a result', () => {
  const fitted = fitWork({ status: '' }, WORK, { word: 'ok', outcome: '', accepts: () => true });
  expect(fitted).toMatchObject({ status: 'ok', url: 'https://example.com/result' });
});

test('a member that the schema requires stays, and a flag is a boolean', () => {
  const states = { ...WORK.states, state: '$response.body#/done', waiting: ['false'], outcome: undefined };
  const accepts = (body: JsonValue) => Object.hasOwn(Object(body), 'url') && Object(body).url !== '';
  const fitted = fitWork(
    { done: true, url: 'text' },
    { ...WORK, states },
    { word: 'false', outcome: '', accepts },
  );
  expect(fitted).toEqual({ done: false, url: null });
});

test.each<[notation: string, isAccepted: (time: unknown) => boolean, expected: JsonValue]>([
  ['a text', () => true, '1970-01-01T00:01:30.000Z'],
  ['seconds', (time) => Number(time) < 1_000, 90],
  ['milliseconds', (time) => Number(time) > 1_000, 90_000],
  ['no time', (time) => time === null, null],
])('the time after which work is gone is %s', (_, isAccepted, expected) => {
  const work = { ...WORK, expiry: '$response.body#/expires_at' };
  const accepts = (body: JsonValue) => isAccepted(Object(body).expires_at);
  const moment = { word: 'running', outcome: '', accepts, expiresAt: 90_000 };
  expect(fitWork({ expires_at: null }, work, moment)).toEqual({ expires_at: expected, status: 'running' });
});
