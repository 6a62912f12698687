import { expect, test } from 'vitest';
import { givenOwner } from './support/database.ts';
import { exchangeRaw } from './support/raw-connection.ts';
import { useServer } from './support/server.ts';

const { connection, request, url } = useServer();
const CREATE = '/v1/videos/generations';
const BODY = { model: 'video-2-0', input: { prompt: 'a calm sea' } };
const REQUEST_ID = /^req_[0-9a-z]{26}$/;

test.each([
  ['an accepted task', 202, CREATE, { json: BODY }],
  ['an invalid request', 400, CREATE, { json: {} }],
  ['an unknown task', 404, '/v1/tasks/task_1', {}],
  ['a missing key', 401, '/v1/tasks/task_1', { headers: { authorization: '' } }],
  ['an unknown path', 404, '/v1/nothing', {}],
  ['an unknown method', 405, CREATE, {}],
  ['an unknown result', 404, '/results/task_1/video.mp4', {}],
  ['the document', 200, '/openapi.json', {}],
  ['the health', 200, '/healthz', {}],
  ['the metrics', 200, '/metrics', {}],
])('the response to %s has a request id of its own', async (...[, status, path, init]) => {
  const { key } = await givenOwner(connection, { mode: 'test' });
  const send = () => request(path, { key, ...init });
  const responses = [await send(), await send()];
  expect(responses.map((response) => response.status)).toEqual([status, status]);
  const ids = responses.map((response) => response.headers.get('x-request-id'));
  for (const id of ids) expect(id).toMatch(REQUEST_ID);
  expect(new Set(ids).size).toBe(2);
});

test('a request that is not valid HTTP has a request id too', async () => {
  const [refused] = await exchangeRaw(url('/'), 'nonsense\r\n\r\n');
  expect(refused?.status).toBe(400);
  expect(/^X-Request-Id: (.*)$/m.exec(refused?.head ?? '')?.[1]).toMatch(REQUEST_ID);
});

test('a request cannot choose its id', async () => {
  const response = await request('/healthz', { headers: { 'x-request-id': 'mine' } });
  expect(response.headers.get('x-request-id')).toMatch(REQUEST_ID);
});
