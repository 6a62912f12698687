import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock, type Mock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const text = { type: 'string' };
const json = (schema: JsonValue) => ({ content: { 'application/json': { schema } } });
const ok = (schema: JsonValue) => ({ description: 'Done', ...json(schema) });

interface UsersOptions {
  requested: JsonObject;
  created: JsonObject;
  shown: JsonObject;
  id?: JsonObject;
}

function createUsersMock({ requested, created, shown, id = text }: UsersOptions): Mock {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: id }];
  return createMock({
    openapi: '3.1.1',
    info: { title: 'Users', version: '1' },
    paths: {
      '/users': { post: { requestBody: json(requested), responses: { '201': ok(created) } } },
      '/users/{id}': {
        parameters,
        get: { responses: { '200': ok(shown), '404': { description: 'None' } } },
        patch: { requestBody: json(requested), responses: { '200': ok(shown) } },
        put: { requestBody: json(requested), responses: { '200': ok(shown) } },
      },
    },
  });
}

const ANSWER = { type: 'object', required: ['id'], properties: { id: text } };
const USER = {
  type: 'object',
  properties: {
    id: { ...text, readOnly: true },
    name: text,
    last_login: { ...text, readOnly: true },
  },
};

test('members that are readOnly are ignored in requests', async () => {
  const mock = createUsersMock({ requested: USER, created: USER, shown: USER });
  const planted = { id: 'mine', name: 'Ann', last_login: 'planted' };
  const { body: created } = await ask(mock, 'POST /users', { body: planted });
  expect(created).toEqual({ id: expect.not.stringMatching('mine'), name: 'Ann' });
  const path = `/users/${created.id}`;
  const headers = { 'content-type': 'application/json' };
  for (const method of ['PUT', 'PATCH'])
    expect((await ask(mock, `${method} ${path}`, { body: planted, headers })).body).toEqual(created);
  expect((await ask(mock, `GET ${path}`)).body).toEqual(created);
});

test('a time of a change that requests set is theirs', async () => {
  const user = {
    type: 'object',
    required: ['updated_at'],
    properties: { id: { ...text, readOnly: true }, name: text, updated_at: { ...text, format: 'date-time' } },
  };
  const requested = { ...user, required: [] };
  const mock = createUsersMock({ requested, created: user, shown: user });
  const { body: created } = await ask(mock, 'POST /users', { body: { name: 'Ann' } });
  const headers = { 'content-type': 'application/json' };
  const [first, second] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];
  const patch = async (body: JsonObject) =>
    (await ask(mock, `PATCH /users/${created.id}`, { body, headers })).body;
  expect((await patch({ updated_at: first })).updated_at).toBe(first);
  expect((await patch({ name: 'Eve' })).updated_at).toBe(first);
  const replaced = await ask(mock, `PUT /users/${created.id}`, { body: { updated_at: second } });
  expect(replaced.body.updated_at).toBe(second);
});

test('members that are readOnly in responses are set by requests that describe them', async () => {
  const requested = { type: 'object', properties: { id: text, name: text } };
  const mock = createUsersMock({ requested, created: USER, shown: USER });
  const { body } = await ask(mock, 'POST /users', { body: { id: 'mine', name: 'Ann' } });
  expect([body.id, body.name]).toEqual(['mine', 'Ann']);
});

test.each([
  { description: 'Done', ...json({ type: 'object', properties: { id: text, code: text } }) },
  { description: 'Done', ...json({ type: 'object', properties: { data: ANSWER } }) },
])('an answer without the resource has its id: %j', async (done) => {
  const named = { type: 'object', required: ['name'], properties: { name: text } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  const paths = {
    '/users': { post: { requestBody: json(named), responses: { '201': done } } },
    '/users/{id}': {
      parameters,
      get: { responses: { '200': ok(named) } },
      put: { requestBody: json(named), responses: { '200': done } },
      delete: { responses: { '200': done } },
    },
  };
  const mock = createMock({ openapi: '3.1.1', info: { title: 'Users', version: '1' }, paths });
  await ask(mock, 'POST /users', { body: { name: 'Ann' } });
  const { body: created } = await ask(mock, 'POST /users', { body: { name: 'Bob' } });
  const { id } = Object(created.data ?? created);
  const { body: put } = await ask(mock, `PUT /users/${id}`, { body: { name: 'Eve' } });
  const { body: removed } = await ask(mock, `DELETE /users/${id}`);
  expect([put, removed]).toEqual([created, created]);
});

test.each([
  ['text', text],
  ['the same id', undefined],
])('a name is not the id if the creation returns another one, in a path with %s', async (_, parameter) => {
  const id = { ...text, format: 'uuid', pattern: '^[0-9a-f-]{36}$' };
  const shown = { type: 'object', required: ['name'], properties: { name: text } };
  const created = { type: 'object', required: ['id'], properties: { id } };
  const mock = createUsersMock({ requested: shown, created, shown, id: parameter ?? id });
  const ids: unknown[] = [];
  for (const name of ['Ann', 'Ann']) {
    const { status, body, headers } = await ask(mock, 'POST /users', { body: { name } });
    ids.push(body.id);
    expect([status, headers.get('location')]).toEqual([201, `/users/${body.id}`]);
    expect((await ask(mock, `GET /users/${body.id}`)).body).toEqual({ name });
  }
  expect(new Set(ids).size).toBe(2);
});
