import { beforeEach, expect, test } from 'vitest';
import type { Mock } from '../src/index.ts';
import { ask, createJobsMock } from './jobs-mock.ts';

let mock: Mock;

beforeEach(() => {
  mock = createJobsMock();
});

test('a created resource is read, changed, replaced, listed and deleted', async () => {
  const { status, body: created } = await ask(mock, 'POST /pets', { body: { name: 'Rex', nickname: 'R' } });
  expect([status, created]).toEqual([201, { id: 1, name: 'Rex', kind: 'cat', nickname: 'R' }]);
  expect((await ask(mock, 'GET /pets/1')).body).toEqual(created);
  const patched = await ask(mock, 'PATCH /pets/1', { body: { name: 'Max', nickname: null } });
  expect(patched.body).toEqual({ id: 1, name: 'Max', kind: 'cat' });
  const replaced = await ask(mock, 'PUT /pets/1', { body: { name: 'Tom', kind: 'dog' } });
  expect(replaced.body).toEqual({ id: 1, name: 'Tom', kind: 'dog' });
  expect((await ask(mock, 'GET /pets')).body).toEqual([replaced.body]);
  expect((await ask(mock, 'DELETE /pets/1')).status).toBe(204);
  expect((await ask(mock, 'GET /pets')).body).toEqual([]);
});

test.each(['GET /pets/1', 'DELETE /pets/1', 'GET /jobs/nope'])(
  '%s of a resource that does not exist is 404 in the documented form',
  async (line) => {
    const { status, body } = await ask(mock, line);
    expect([status, body]).toEqual([
      404,
      { error: { code: 'problem', message: `No resource at ${line.split(' ')[1]}.` } },
    ]);
  },
);

test('a deleted resource is gone, and its id is not used again', async () => {
  await ask(mock, 'POST /pets', { body: { name: 'Rex' } });
  await ask(mock, 'DELETE /pets/1');
  expect((await ask(mock, 'GET /pets/1')).status).toBe(404);
  expect((await ask(mock, 'DELETE /pets/1')).status).toBe(404);
  expect((await ask(mock, 'POST /pets', { body: { name: 'Max' } })).body.id).toBe(2);
});

test('a query parameter with the name of a property filters', async () => {
  for (const kind of ['dog', 'cat', 'dog']) await ask(mock, 'POST /pets', { body: { name: 'Rex', kind } });
  const { body } = await ask(mock, 'GET /pets?kind=dog');
  expect(Object.values(body).map((pet) => Object(pet).id)).toEqual([3, 1]);
});

test('a link creates what its target reads, and Location names it', async () => {
  const { body, headers } = await ask(mock, 'POST /v1/jobs', { body: { title: 'Draw' } });
  expect(headers.get('location')).toBe(`/v1/jobs/${body.jobId}`);
  const read = await ask(mock, `GET ${headers.get('location')}`);
  expect(read.body).toMatchObject({ id: body.jobId, title: 'Draw', size: 3, status: 'waiting' });
});

test('pages continue where the previous one ended, also when resources are added', async () => {
  for (let count = 0; count < 5; count += 1)
    await ask(mock, 'POST /jobs', { body: { title: `Job ${count}` } });
  const titles: unknown[] = [];
  let cursor: unknown = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${String(cursor)}`;
    const { body } = await ask(mock, `GET /jobs?limit=2${query}`);
    titles.push(...[body.data].flat().map((job) => Object(job).title));
    await ask(mock, 'POST /jobs', { body: { title: 'Later' } });
    cursor = body.next_cursor;
  }
  expect(titles).toEqual(['Job 4', 'Job 3', 'Job 2', 'Job 1', 'Job 0']);
});

test('an unknown cursor is rejected by its name', async () => {
  const { status, body } = await ask(mock, 'GET /jobs?cursor=%C3%BC');
  expect([status, body.error]).toMatchObject([400, { param: 'cursor' }]);
});

test('a value of its own path is read after it was written', async () => {
  expect((await ask(mock, 'GET /settings')).body).toEqual({ theme: 'dark' });
  await ask(mock, 'PUT /settings', { body: { theme: 'light' } });
  expect((await ask(mock, 'GET /settings')).body).toEqual({ theme: 'light' });
});

test('explains each rule, and what stays stateless', () => {
  expect(mock.explain()).toEqual([
    '/jobs/{id}: link "job": $response.body#/jobId',
    '  states of "status": waiting -> running -> done; also failed',
    '  callback jobDone: in the state done',
    '  callback jobFailed: in the state failed',
    '  POST /jobs creates',
    '  GET /jobs lists',
    '    items at "data": schema, the only list of the response',
    '    limit "limit": name, one of the names of limit',
    '    cursor "cursor": name, one of the names of cursor',
    '    next page by "cursor" with "next_cursor": name, a member names the next value of a parameter, or its URL',
    '    total "total": name, one of the names of total',
    '    filter "status": schema, a member of the items',
    '  GET /jobs/{id} reads',
    '  DELETE /jobs/{id} deletes; 404 afterward',
    '/pets/{petId}: POST /pets beside /pets/{petId}, id in "id"',
    '  POST /pets creates',
    '  GET /pets lists',
    '    items are the body: schema, the only list of the response',
    '    filter "kind": schema, a member of the items',
    '  GET /pets/{petId} reads',
    '  PUT /pets/{petId} replaces',
    '  PATCH /pets/{petId} merges',
    '  DELETE /pets/{petId} deletes; 404 afterward',
    '/settings: a single value, read and written at one path',
    'asynchronous work:',
    '  POST /jobs starts work, which GET /jobs/{id} reads: link, certain',
    '    evidence: link "job"; state: constants of "status"',
    '    read by id from $response.body#/jobId',
    '    state in $response.body#/status',
    '      waits: waiting, running',
    '      succeeds: done',
    '      fails: failed',
    '    result: $response.body#/result',
    '    waited for by the callback jobDone',
    'stateless:',
    '  GET /weather: nothing changes it',
  ]);
});
