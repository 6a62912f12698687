import type { JsonValue } from '@keyframe/openapi-model';
import type { Work } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';
import { fitWork } from './fit-work.ts';

const WORK: Pick<Work, 'result' | 'states'> = {
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
