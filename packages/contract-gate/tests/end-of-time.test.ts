// A server that accepts requests and stops responding: the run ends soon after its time, and reports what it found.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createDocument, serve, testServer } from './serve.ts';

const content = { 'application/json': { schema: { type: 'object', required: ['id'] } } };
const responses: JsonObject = {
  '201': { description: 'Created.', content },
  '4XX': { description: 'Wrong.' },
};
const DOCUMENT = createDocument({
  '/things': { post: { responses } },
  '/others': { post: { responses } },
});
const MAX_TIME_MS = 1_000;
// A run that waits for it exceeds the limit of the test.
const RESPONSE_TIMEOUT_MS = 3_600_000;

test.each([
  ['every request', 0, ['response-failed', 'nothing-reached', 'response-failed']],
  ['every request but the first', 1, ['body-schema']],
])('a server that leaves %s unanswered does not delay the end of the run', async (_, answered, expected) => {
  let received = 0;
  await using server = await serve(() => {
    received += 1;
    return received <= answered ? { status: 201, body: {} } : new Promise<never>(() => undefined);
  });
  const { findings, statistics } = await testServer(DOCUMENT, server.url, {
    maxTimeMs: MAX_TIME_MS,
    responseTimeoutMs: RESPONSE_TIMEOUT_MS,
  });
  expect(findings.map(({ check }) => check)).toEqual(expected);
  expect(statistics.isComplete).toBe(false);
});
