// The checker accepts responses of the contract, and rejects each with one mistake.
import { expect, test } from 'vitest';
import { checkResponse } from './response-checker.ts';

type Answer = { status: number; headers: Record<string, string>; text: string };

const JSON_TYPE = { 'content-type': 'application/json', 'x-request-id': 'req_1' };
const LIMITS = { ratelimit: '"create";r=59;t=60', 'ratelimit-policy': '"create";q=60;w=60' };
const ACCEPTED: Answer = {
  status: 202,
  headers: { ...JSON_TYPE, ...LIMITS, location: '/v1/tasks/task_1', 'retry-after': '10' },
  text: '{"taskId":"task_1","credits":40}',
};
const LIMITED: Answer = {
  status: 429,
  headers: { ...JSON_TYPE, ...LIMITS, 'retry-after': '7' },
  text: '{"error":{"code":"rate_limited","message":"Too many requests.","retry_after":7}}',
};
const NOT_ALLOWED: Answer = {
  status: 405,
  headers: { ...JSON_TYPE, allow: 'POST' },
  text: '{"error":{"code":"invalid_request","message":"No method DELETE."}}',
};

function listProblems(
  { status, headers, text }: Answer,
  scope: Parameters<typeof checkResponse>[0]['scope'],
) {
  const answer = { status, headers: new Map(Object.entries(headers)), body: Buffer.from(text) };
  return checkResponse({ method: 'POST', scope }, answer);
}

function without({ headers, ...answer }: Answer, name: string): Answer {
  return { ...answer, headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)) };
}

test.each([
  ['an accepted task', ACCEPTED, 'createVideoGeneration'],
  ['a limit', LIMITED, 'createVideoGeneration'],
  ['a limit of reading', LIMITED, 'getTask'],
  ['a refused method', NOT_ALLOWED, 'either'],
] as const)('%s passes', (_, answer, scope) => {
  expect(listProblems(answer, scope)).toEqual([]);
});

test.each([
  ['no taskId', { ...ACCEPTED, text: '{"credits":40}' }, /taskId/],
  ['credits in a text', { ...ACCEPTED, text: '{"taskId":"task_1","credits":"40"}' }, /credits/],
  ['no Location', without(ACCEPTED, 'location'), /location/i],
  [
    'a Retry-After of no number',
    { ...LIMITED, headers: { ...LIMITED.headers, 'retry-after': 'soon' } },
    /retry-after/i,
  ],
  [
    'the error of another status',
    { ...LIMITED, text: LIMITED.text.replace('rate_limited', 'not_found') },
    /code/,
  ],
  ['a status of another operation', { ...ACCEPTED, status: 404 }, /404/],
  ['no JSON', { ...ACCEPTED, text: ACCEPTED.text.slice(1) }, /no JSON/],
  ['no media type', without(ACCEPTED, 'content-type'), /content type is none/],
  ['a stack', { ...LIMITED, text: LIMITED.text.replace('Too many', 'x node_modules') }, /stack/],
  ['a banner', { ...ACCEPTED, headers: { ...ACCEPTED.headers, server: 'nginx' } }, /reveals its server/],
  ['a failure', { ...ACCEPTED, status: 500 }, /own failure/],
] as const)('%s does not', (_, answer, problem) => {
  expect(listProblems(answer, 'createVideoGeneration').join('; ')).toMatch(problem);
});

test.each([
  ['without Allow', without(NOT_ALLOWED, 'allow'), /without Allow/],
  [
    'with another code',
    { ...NOT_ALLOWED, text: NOT_ALLOWED.text.replace('invalid_request', 'forbidden') },
    /code/,
  ],
  ['without a message', { ...NOT_ALLOWED, text: '{"error":{"code":"invalid_request"}}' }, /message/],
] as const)('a refused method %s does not', (_, answer, problem) => {
  expect(listProblems(answer, 'either').join('; ')).toMatch(problem);
});
