import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { ask, createJobsMock } from './jobs-mock.ts';

const mock = createJobsMock();

test.each([
  [{}, 'title: is required', '/title'],
  [{ title: 4 }, 'title: must be a string (got 4)', '/title'],
  [{ title: '' }, 'title: must have at least 1 characters (got "")', '/title'],
  [{ title: 'x', size: 10 }, 'size: must be at most 9 (got 10)', '/size'],
  [{ title: 'x', size: 1.5 }, 'size: must be an integer (got 1.5)', '/size'],
  [{ title: 'x', hook: 'no' }, 'hook: must be a valid uri (got "no")', '/hook'],
  [{ title: 'x', other: 1 }, 'other: is not allowed', '/other'],
  [[], 'body: must be an object (got [])', undefined],
])('the body %j is rejected in the documented form', async (body, message, param) => {
  const { status, body: answer } = await ask(mock, 'POST /jobs', { body });
  expect(status).toBe(400);
  expect(answer).toEqual({ error: { code: 'problem', message, ...(param === undefined ? {} : { param }) } });
});

test.each([
  ['limit=0', 'limit: must be at least 1 (got 0)'],
  ['limit=abc', 'limit: must be an integer (got "abc")'],
  ['limit=1&limit=2', 'limit: must be given once'],
])('the query %s is rejected', async (query, message) => {
  const { status, body } = await ask(mock, `GET /jobs?${query}`);
  expect([status, body.error]).toMatchObject([400, { message, param: 'limit' }]);
});

test('credentials are checked before the body', async () => {
  const { status } = await ask(mock, 'POST /jobs', { body: {}, headers: { authorization: '' } });
  expect(status).toBe(401);
});

test('missing credentials are 401, also where only 404 is documented', async () => {
  const responses = { '200': { description: 'The pet' }, '404': { description: 'No pet' } };
  const open = createMock({
    openapi: '3.1.1',
    info: { title: 'Pets', version: '1' },
    paths: { '/pet': { get: { responses } } },
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  });
  expect((await ask(open, 'GET /pet', { headers: { authorization: '' } })).status).toBe(401);
  expect((await ask(open, 'GET /pet')).status).toBe(200);
});

test.each([
  ['text/plain', '{"title":"x"}', 'body: must be application/json (got text/plain)'],
  ['application/json', '{', 'body: must be valid JSON'],
  ['application/json', '', 'body: is required: application/json'],
])('a body of the type %s that reads %j is rejected', async (type, text, message) => {
  const headers = { authorization: 'Bearer any', 'content-type': type };
  const request = new Request('http://mock.example/jobs', { method: 'POST', headers, body: text });
  const response = await mock.fetch(request);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(message);
});

test('a status that the operation does not document is answered as another one of its meaning', async () => {
  const { status, body } = await ask(mock, 'POST /pets', { body: {} });
  expect([status, body.error]).toMatchObject([422, { message: 'name: is required' }]);
});

test('an unknown path is 404, an undocumented method 405', async () => {
  expect((await ask(mock, 'GET /nowhere')).status).toBe(404);
  const { status, headers, body } = await ask(mock, 'DELETE /weather');
  expect([status, headers.get('allow')]).toEqual([405, 'GET']);
  // No operation documents 405: the form of 400.
  expect(body).toMatchObject({ error: { message: 'DELETE is not allowed at /weather: use GET.' } });
});

test('HEAD has the headers of GET and no body', async () => {
  const response = await mock.fetch(new Request('http://mock.example/weather', { method: 'HEAD' }));
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'application/json',
    '',
  ]);
});

test('the same request has the same generated response, in every mock with the same seed', async () => {
  const first = await ask(createJobsMock({ seed: 5 }), 'POST /jobs', {
    body: { title: 'x' },
    headers: { prefer: 'code=500' },
  });
  const second = await ask(createJobsMock({ seed: 5 }), 'POST /jobs', {
    body: { title: 'x' },
    headers: { prefer: 'code=500' },
  });
  expect(second.body).toEqual(first.body);
});

test('a body with more levels than functions can go through is rejected', async () => {
  const body = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`);
  const { status, body: answer } = await ask(mock, 'POST /jobs', { body });
  expect([status, answer.error]).toMatchObject([
    400,
    { message: 'body: must not have more than 200 levels' },
  ]);
});

test('with credentials, only these are accepted', async () => {
  const strict = createJobsMock({ credentials: ['secret'] });
  const send = (authorization: string) =>
    ask(strict, 'POST /jobs', { body: { title: 'x' }, headers: { authorization } });
  expect((await send('Bearer secret')).status).toBe(202);
  expect((await send('Bearer secre')).status).toBe(401);
});

test('an invalid id is 404 where no other status is documented', async () => {
  expect((await ask(mock, 'GET /pets/x')).status).toBe(404);
});

test('a parameter with its default has the same generated response as without it', async () => {
  const schema = { type: 'object', required: ['points'], properties: { points: { type: 'integer' } } };
  const parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer', default: 20 } }];
  const responses = { '200': { description: 'Points', content: { 'application/json': { schema } } } };
  const points = createMock({
    openapi: '3.1.1',
    info: { title: 'Points', version: '1' },
    paths: { '/points': { get: { parameters, responses } } },
  });
  const [byDefault, explicit, other] = await Promise.all(
    ['', '?limit=20', '?limit=7'].map((query) => ask(points, `GET /points${query}`)),
  );
  expect(explicit?.body).toEqual(byDefault?.body);
  expect(other?.body).not.toEqual(byDefault?.body);
});
