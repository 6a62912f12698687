// Requests that a validating proxy would not forward: malformed bodies, unknown paths and methods.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Harness, startHarness } from './harness.ts';

const GENERATIONS = '/v1/videos/generations';
const TOO_LARGE = 256 * 1024 + 1;

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness('direct');
});
afterAll(() => harness?.[Symbol.asyncDispose]());
afterEach(() => expect(harness.takeProblems()).toEqual([]));

function error(code: string) {
  return { error: { code, message: expect.stringMatching(/./) } };
}

test.each([
  ['PUR-5 a body that is no JSON', '{"model": "video-2-0",'],
  ['RES-5 an empty body', ''],
  ['RES-5 a body that is no object', '[]'],
  ['OPEN-14 a body of more than 256 KiB', `"${'x'.repeat(TOO_LARGE)}"`],
])('ERR-1 END-2 %s is invalid_request', async (_, body) => {
  const answer = await harness.send({
    method: 'POST',
    path: GENERATIONS,
    key: harness.service.testKey,
    body,
  });
  expect(answer).toMatchObject({ status: 400, body: error('invalid_request') });
});

test('OPEN-14 a prompt of 200,000 characters is accepted', async () => {
  const body = { model: 'video-2-0', input: { prompt: `${'sea '.repeat(50_000)}#sandbox:fail=long` } };
  const answer = await harness.send({
    method: 'POST',
    path: GENERATIONS,
    key: harness.service.testKey,
    body,
  });
  expect(answer).toMatchObject({ status: 202 });
});

test.each([
  ['GET', GENERATIONS, 'POST'],
  ['DELETE', GENERATIONS, 'POST'],
  ['POST', '/v1/tasks/task_1', 'GET'],
])('OPEN-24 %s %s is 405 and names %s in Allow', async (method, path, allow) => {
  const answer = await harness.send({ method, path, key: harness.service.testKey });
  expect(answer).toMatchObject({ status: 405, body: error('invalid_request') });
  expect(answer.headers.get('allow')?.split(', ')).toContain(allow);
});

test.each(['/videos/generations', '/tasks/task_1', '/v2/tasks/task_1', '/v1/videos', '/v1/tasks/a/b'])(
  'VER-1 OPEN-24 there is nothing at %s',
  async (path) => {
    const answer = await harness.send({ path, key: harness.service.testKey });
    expect(answer).toMatchObject({ status: 404, body: error('not_found') });
  },
);
