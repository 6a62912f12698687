// Servers that accept only some times, which a schema cannot say: those requests are reached, and no rejection is a finding.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createDocument, serve, testServer } from './serve.ts';

const EVENT: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['at'],
  properties: { at: { type: 'string', format: 'date-time' }, day: { type: 'string', format: 'date' } },
};
const content = { 'application/json': { schema: EVENT } };
const responses: JsonObject = {
  '201': { description: 'Created.', content },
  '4XX': { description: 'Wrong.' },
};
const DOCUMENT = createDocument({
  '/events': { post: { requestBody: { required: true, content }, responses } },
});

const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;
const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** Tests a server that accepts times of a form within a number of days from now. */
async function testWindow(from: number, to: number, form = TIME) {
  const isAccepted = (time: unknown, own: RegExp) =>
    typeof time === 'string' &&
    own.test(time) &&
    !/-02-30/.test(time) &&
    Date.parse(time) > Date.now() + from * DAY_MS &&
    Date.parse(time) < Date.now() + to * DAY_MS;
  await using server = await serve(({ method, json, headers }) => {
    if (method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
    const { at, day, ...others } = Object(json);
    const isEvent =
      /^application\/json/i.test(`${headers['content-type']}`) &&
      isAccepted(at, form) &&
      (day === undefined || isAccepted(day, DATE)) &&
      Object.keys(others).length === 0;
    return isEvent ? { status: 201, body: json } : { status: 400 };
  });
  const { findings } = await testServer(DOCUMENT, server.url, { propertyRuns: 10 });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

const FOREVER = 1e5;

test.each([
  ['in the future', 0, FOREVER],
  ['within the next month', 0, 30],
  ['in the past', -FOREVER, 0],
  ['within the last month', -30, 0],
])('a server that accepts only times %s has no finding', async (_, from, to) => {
  expect(await testWindow(from, to)).toEqual([]);
});

test('a server that accepts only one form of future times has a finding', async () => {
  expect(await testWindow(0, FOREVER, UTC)).toContainEqual(
    expect.stringMatching(/^valid-request-rejected: A valid request was rejected: .*\+01:00/),
  );
});
