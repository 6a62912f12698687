import { expect, test } from 'vitest';
import { evaluate, locateWork } from './locate-work.ts';
import { readPhase, type StateRules } from './read-phase.ts';
import type { WorkAddress, WorkArgument, WorkStates } from './work-definition.ts';

const id = (value: string): WorkArgument => ({ location: 'path', name: 'id', value });
const project: WorkArgument = { location: 'path', name: 'project', value: '$request.path.project' };

test.each<[title: string, address: WorkAddress, response: object, expected: object[]]>([
  [
    'an id in the body',
    { path: '/jobs/{id}', arguments: [id('$response.body#/id')] },
    { body: { id: 7 } },
    [{ 'path.id': '7' }],
  ],
  ['no id', { path: '/jobs/{id}', arguments: [id('$response.body#/id')] }, { body: {} }, []],
  [
    'a list of ids, and an argument of the request',
    { path: '/{project}/jobs/{id}', arguments: [project, id('$response.body#/jobs/[*]/id')] },
    { body: { jobs: [{ id: 'a' }, { id: 'b' }] } },
    [
      { 'path.project': 'p', 'path.id': 'a' },
      { 'path.project': 'p', 'path.id': 'b' },
    ],
  ],
  ['an empty list', { path: '/jobs/{id}', arguments: [id('$response.body#/[*]/id')] }, { body: [] }, []],
  [
    'a path in Location',
    { path: '/jobs/{id}', arguments: [], url: '$response.header.Location' },
    { headers: { location: '/jobs/a%2Fb' } },
    [{ 'path.id': 'a/b' }],
  ],
  [
    'a URL in the body, which has a query',
    {
      path: '/result',
      arguments: [{ location: 'query', name: 'id', value: '$response.body#/missing' }],
      url: '$response.body#/polling_url',
    },
    { body: { polling_url: 'https://api.example/v1/result?id=7' } },
    [{ 'query.id': '7' }],
  ],
  [
    'a URL of another operation',
    { path: '/jobs/{id}', arguments: [], url: '$response.header.Location' },
    { headers: { location: '/files/7' } },
    [],
  ],
  [
    'an id with an invalid escape',
    { path: '/jobs/{id}', arguments: [], url: '$response.header.Location' },
    { headers: { location: '/jobs/100%' } },
    [],
  ],
])('work is located by %s', (...[, address, response, expected]) => {
  expect(locateWork(address, { request: { path: { project: 'p' } }, response })).toEqual(expected);
});

const STATES: WorkStates = {
  state: '$response.body#/status',
  waiting: ['running'],
  success: ['ready'],
  failure: ['failed'],
  cancelled: ['expired'],
  ended: ['done'],
  errors: ['$response.body#/error'],
  isSuccessWithoutError: true,
};
const BY_STATUS: WorkStates = {
  ...STATES,
  state: '$statusCode',
  waiting: ['202'],
  success: ['200'],
  failure: ['4XX'],
};
const BY_RESULT: StateRules = {
  ...STATES,
  outcome: { state: '$response.body#/result', success: ['OK'], failure: ['BAD'] },
  isSuccessWithoutError: false,
};

test.each<
  [states: StateRules, response: { status?: number; body?: unknown }, expected: string, word?: string]
>([
  [STATES, { body: { status: 'running' } }, 'waiting', 'running'],
  [STATES, { body: { status: 'paused' } }, 'waiting', 'paused'],
  [STATES, { body: { status: 'ready' } }, 'success', 'ready'],
  [STATES, { body: { status: 'expired' } }, 'cancelled', 'expired'],
  [STATES, { body: { status: 'done', error: null } }, 'success', 'done'],
  [STATES, { body: { status: 'done', error: { code: 1 } } }, 'failure', 'done'],
  [STATES, { body: { status: 'done', error: [] } }, 'success', 'done'],
  [STATES, { body: { status: 'ready', error: 'a warning' } }, 'success', 'ready'],
  [STATES, { body: {} }, 'unknown'],
  [STATES, { body: null }, 'unknown'],
  [BY_STATUS, { status: 202 }, 'waiting', '202'],
  [BY_STATUS, { status: 200 }, 'success', '200'],
  [BY_STATUS, { status: 422 }, 'failure', '422'],
  [BY_STATUS, { status: 429 }, 'unknown', '429'],
  [BY_RESULT, { body: { status: 'done', result: 'OK' } }, 'success', 'done'],
  [BY_RESULT, { body: { status: 'done', result: 'BAD' } }, 'failure', 'done'],
  [BY_RESULT, { body: { status: 'done' } }, 'ended', 'done'],
  [BY_RESULT, { body: { status: 'done', error: 'no result' } }, 'failure', 'done'],
  [BY_RESULT, { body: { status: 'done', result: 'OK', error: 'a warning' } }, 'success', 'done'],
  [BY_RESULT, { body: { status: 'running', result: 'OK' } }, 'waiting', 'running'],
  [BY_RESULT, { body: { status: 'of another version', result: 'OK' } }, 'success', 'of another version'],
  [BY_RESULT, { body: { status: 'of another version' } }, 'waiting', 'of another version'],
])('the phase of work, %#', (...[states, response, phase, word]) => {
  expect(readPhase(states, (expression) => evaluate(expression, { response }))).toMatchObject({
    phase,
    word,
  });
});
