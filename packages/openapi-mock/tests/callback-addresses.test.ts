import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const BASE = 'http://127.0.0.1:9';
const JOB = {
  type: 'object',
  required: ['id', 'state'],
  properties: {
    id: { type: 'string' },
    input: { type: 'string' },
    state: { type: 'string', example: 'new' },
  },
};
const JOB_CONTENT = { 'application/json': { schema: JOB } };

function createReceivingMock(paths: JsonObject) {
  const received: { line: string; body: unknown }[] = [];
  const mock = createMock(
    { openapi: '3.0.3', info: { title: 'Callbacks', version: '1.0.0' }, paths },
    {
      fetch: async (url, init) => {
        const { body } = init ?? {};
        received.push({
          line: `${init?.method} ${String(url)}`,
          body: typeof body === 'string' ? JSON.parse(body) : body,
        });
        return new Response(null, { status: 204 });
      },
    },
  );
  return { mock, received };
}

function describeCallback(
  expression: string,
  method = 'post',
  content: JsonObject = JOB_CONTENT,
): JsonObject {
  return {
    [expression]: { [method]: { requestBody: { content }, responses: { '200': { description: 'Ok' } } } },
  };
}

const HEADERS = { 'X-Trace': { schema: { type: 'string' }, example: 'trace_1' } };
const HOOKS = { type: 'object', properties: { done: { type: 'string' } } };

function describeJobs(callbacks: JsonObject): JsonObject {
  return {
    '/teams/{team}/jobs': {
      post: {
        parameters: [
          { name: 'team', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'notify', in: 'query', schema: { type: 'string' } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { input: { type: 'string' }, hooks: HOOKS } },
            },
          },
        },
        responses: { '202': { description: 'Accepted', headers: HEADERS, content: JOB_CONTENT } },
        callbacks,
      },
    },
    '/teams/{team}/jobs/{id}': {
      get: {
        parameters: ['team', 'id'].map((name) => ({
          name,
          in: 'path',
          required: true,
          schema: { type: 'string' },
        })),
        responses: { '200': { description: 'The job', content: JOB_CONTENT } },
      },
    },
  };
}

test.each([
  { expression: '{$request.query.notify}', line: `POST ${BASE}/q` },
  { expression: '$request.query.notify', line: `POST ${BASE}/q` },
  {
    expression: '{$request.header.X-Notify}/end?job={$response.body#/id}',
    line: `POST ${BASE}/h/end?job=ID`,
  },
  { expression: '{$request.body#/hooks/done}', method: 'put', line: `PUT ${BASE}/b` },
  { expression: `${BASE}/{$request.path.team}/{$method}/{$statusCode}`, line: `POST ${BASE}/red/POST/202` },
  { expression: `${BASE}/?from={$url}`, line: `POST ${BASE}/?from=URL` },
  { expression: `${BASE}/?at={$response.header.Content-Type}`, line: `POST ${BASE}/?at=application%2Fjson` },
  { expression: `${BASE}/{$response.header.x-trace}`, line: `POST ${BASE}/trace_1` },
  { expression: '{$request.query.other}', line: undefined },
  { expression: '{$response.body#/other}', line: undefined },
])('$expression leads to $line', async ({ expression, method = 'post', line }) => {
  const { mock, received } = createReceivingMock(
    describeJobs({ done: describeCallback(expression, method) }),
  );
  const path = `/teams/red/jobs?notify=${BASE}/q`;
  const { body } = await ask(mock, `POST ${path}`, {
    body: { input: 'x', hooks: { done: `${BASE}/b` } },
    headers: { 'x-notify': `${BASE}/h` },
  });
  await mock.advance(0);
  const expected = line
    ?.replace('ID', String(body.id))
    .replace('URL', encodeURIComponent(`http://mock.example${path}`));
  expect(received).toEqual(expected === undefined ? [] : [{ line: expected, body }]);
});

test('callbacks with one name and several addresses are all sent', async () => {
  const callback = { ...describeCallback(`${BASE}/1`), ...describeCallback(`${BASE}/2`) };
  const { mock, received } = createReceivingMock(describeJobs({ done: callback }));
  await ask(mock, 'POST /teams/red/jobs', { body: { input: 'x' } });
  await mock.advance(0);
  expect(received.map(({ line }) => line)).toEqual([`POST ${BASE}/1`, `POST ${BASE}/2`]);
});

test.each(['application/json', 'text/plain'])('an address can be a whole response of %s', async (type) => {
  const response = {
    description: 'Where to',
    content: { [type]: { schema: { type: 'string', enum: [`${BASE}/x`] } } },
  };
  const callbacks = { done: describeCallback('{$response.body}') };
  const post = { responses: { '200': response }, callbacks };
  const { mock, received } = createReceivingMock({ '/hooks': { post } });
  await mock.fetch(new Request('http://mock.example/hooks', { method: 'POST' }));
  await mock.advance(0);
  expect(received.map(({ line }) => line)).toEqual([`POST ${BASE}/x`]);
});

const SUBSCRIPTION = {
  type: 'object',
  required: ['subscriptionId'],
  properties: { subscriptionId: { type: 'string' } },
};

function describeStreams(callback: JsonObject): JsonObject {
  return {
    '/streams': {
      post: {
        parameters: [{ name: 'callbackUrl', in: 'query', required: true, schema: { type: 'string' } }],
        responses: {
          '201': { description: 'Subscribed', content: { 'application/json': { schema: SUBSCRIPTION } } },
        },
        callbacks: { onData: callback },
      },
    },
  };
}

test('an operation that creates nothing readable sends its callback after each accepted request', async () => {
  const content = { 'application/json': { schema: SUBSCRIPTION } };
  const { mock, received } = createReceivingMock(
    describeStreams(describeCallback('{$request.query.callbackUrl}/data', 'post', content)),
  );
  const { body } = await ask(mock, `POST /streams?callbackUrl=${BASE}/h`);
  await ask(mock, 'POST /streams');
  await ask(mock, `POST /streams?callbackUrl=${BASE}/h`, { headers: { prefer: 'code=500' } });
  await mock.advance(0);
  expect(received).toEqual([{ line: `POST ${BASE}/h/data`, body }]);
  expect(mock.listDeliveries()).toMatchObject([{ callback: 'onData', result: 204 }]);
  expect(mock.explain()).toContain('    callback onData: after each accepted request');
});

test('a callback without a body is sent without one', async () => {
  const callback = {
    '{$request.query.callbackUrl}': { get: { responses: { '200': { description: 'Ok' } } } },
  };
  const { mock, received } = createReceivingMock(describeStreams(callback));
  await ask(mock, `POST /streams?callbackUrl=${BASE}/h`);
  await mock.advance(0);
  expect(received).toEqual([{ line: `GET ${BASE}/h`, body: undefined }]);
});
