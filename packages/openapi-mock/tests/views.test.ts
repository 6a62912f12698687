// Operations that select resources otherwise than by the path of one.
import type { JsonObject } from '@keyframe/openapi-model';
import { beforeEach, expect, test } from 'vitest';
import { createMock, type Mock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const USER = { type: 'object', required: ['id'], properties: { id: integer, email: text, teamId: integer } };
const NEW_USER = { type: 'object', properties: { email: text, teamId: integer } };
const json = (schema: JsonObject) => ({
  description: 'Done',
  content: { 'application/json': { schema } },
});
const user = { $ref: '#/components/schemas/User' };
const users = { type: 'array', items: user };
const returns = (schema: JsonObject) => ({
  responses: { '200': json(schema), '404': { description: 'Missing' } },
});
const parameters = (name: string, schema: JsonObject = integer) => [
  { name, in: 'path', required: true, schema },
];

let mock: Mock;

beforeEach(async () => {
  mock = createMock({
    openapi: '3.1.1',
    info: { title: 'Users', version: '1' },
    components: { schemas: { User: USER } },
    paths: {
      '/users': {
        get: returns(users),
        post: { requestBody: json(NEW_USER), responses: { '201': json(user) } },
        put: { requestBody: json(USER), ...returns(user) },
      },
      '/users/{id}': {
        parameters: parameters('id'),
        get: returns(user),
        post: { requestBody: json(NEW_USER), ...returns(user) },
        delete: { responses: { '204': { description: 'Deleted' } } },
      },
      '/users/by-email/{email}': {
        parameters: parameters('email', text),
        get: returns(user),
        delete: { responses: { '204': { description: 'Deleted' } } },
      },
      '/users/find': {
        get: { parameters: [{ name: 'email', in: 'query', schema: text }], ...returns(users) },
      },
      '/teams/{teamId}/users': { parameters: parameters('teamId'), get: returns(users) },
    },
  });
  for (const [email, teamId] of [
    ['ann@a.example', 1],
    ['bob@a.example', 2],
    ['eve@a.example', 1],
  ])
    await ask(mock, 'POST /users', { body: { email, teamId } });
});

const readIds = async (path: string) =>
  Object.values((await ask(mock, `GET ${path}`)).body).map((one) => Object(one).id);

test('a resource is read and deleted by another member', async () => {
  const path = '/users/by-email/bob@a.example';
  expect((await ask(mock, `GET ${path}`)).body).toEqual({ id: 2, email: 'bob@a.example', teamId: 2 });
  expect((await ask(mock, `DELETE ${path}`)).status).toBe(204);
  expect([(await ask(mock, `GET ${path}`)).status, (await ask(mock, 'GET /users/2')).status]).toEqual([
    404, 404,
  ]);
});

test('lists at other paths have the resources that they select', async () => {
  expect(await readIds('/users/find')).toEqual([3, 2, 1]);
  expect(await readIds('/users/find?email=bob@a.example')).toEqual([2]);
  expect(await readIds('/teams/1/users')).toEqual([3, 1]);
  expect(await readIds('/teams/9/users')).toEqual([]);
});

test('a change on the collection is one of the resource whose id it has', async () => {
  const body = { id: 2, email: 'new@a.example' };
  expect((await ask(mock, 'PUT /users', { body })).body).toEqual(body);
  expect((await ask(mock, 'GET /users/2')).body).toEqual(body);
  expect((await ask(mock, 'PUT /users', { body: { ...body, id: 9 } })).status).toBe(404);
});

test('POST at the path of a resource changes it', async () => {
  const { body } = await ask(mock, 'POST /users/2', { body: { teamId: 5 } });
  expect(body).toEqual({ id: 2, email: 'bob@a.example', teamId: 5 });
  expect((await ask(mock, 'GET /users/2')).body).toEqual(body);
  expect((await ask(mock, 'POST /users/9', { body: {} })).status).toBe(404);
});
