// Resources that are created elsewhere than beside their path, and responses without state.
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { beforeEach, expect, test } from 'vitest';
import { createMock, type Mock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const text = { type: 'string' };
const json = (schema: JsonValue) => ({ content: { 'application/json': { schema } } });
const ok = (schema: JsonValue) => ({ description: 'Done', ...json(schema) });
const NONE = { description: 'Done' };
const path = (...names: string[]) =>
  names.map((name) => ({ name, in: 'path', required: true, schema: text }));
const members = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const ASSET = { $ref: '#/components/schemas/Asset' };

const paths = {
  '/teams/{team}/members': {
    parameters: path('team'),
    get: { responses: { '200': ok({ type: 'array', items: members({ login: text }), minItems: 1 }) } },
  },
  '/teams/{team}/members/{user}': {
    parameters: path('team', 'user'),
    get: { responses: { '204': NONE, '404': NONE } },
    put: { responses: { '204': NONE } },
    delete: { responses: { '204': NONE, '404': NONE } },
  },
  '/releases/{release}/assets': {
    parameters: path('release'),
    post: { requestBody: json(members({ name: text })), responses: { '201': ok(ASSET) } },
  },
  '/releases/assets/{id}': {
    parameters: path('id'),
    get: { responses: { '200': ok(ASSET), '404': NONE } },
    delete: { responses: { '204': NONE } },
  },
  '/assets/{id}/{version}': {
    parameters: path('id', 'version'),
    get: { responses: { '200': ok(ASSET) } },
  },
  '/copies': {
    post: {
      requestBody: json(members({ name: text, size: { type: 'integer', default: 3 }, secret: text })),
      responses: { '200': ok(members({ name: text, size: { type: 'integer', maximum: 9 } })) },
    },
  },
  '/enveloped-copies': {
    post: {
      requestBody: json(members({ copy: members({ name: text }) })),
      responses: { '200': ok(members({ copy: members({ name: text, size: { type: 'integer' } }) })) },
    },
  },
  '/wrapped-copies': {
    post: {
      requestBody: json(members({ name: text, size: { type: 'integer', default: 3 }, secret: text })),
      responses: {
        '200': ok(
          members({
            done: { type: 'boolean' },
            copy: members({ name: text, size: { type: 'integer', maximum: 9 } }),
          }),
        ),
      },
    },
  },
  '/settings': {
    get: {
      responses: {
        '200': {
          description: 'Done',
          content: {
            'application/json': {
              schema: members({ theme: text, font: text }),
              example: { theme: 'dark' },
            },
          },
        },
      },
    },
    put: {
      requestBody: json(members({ theme: text, font: text, source: text })),
      responses: { '204': NONE },
    },
  },
};
const schemas = { Asset: { ...members({ id: text, name: text }), required: ['id'] } };

let mock: Mock;

beforeEach(() => {
  const info = { title: 'T', version: '1' };
  mock = createMock({ openapi: '3.1.1', info, paths, components: { schemas } });
});

test('a membership exists from its PUT to its DELETE', async () => {
  const statuses: number[] = [];
  for (const method of ['GET', 'DELETE', 'PUT', 'GET', 'PUT', 'DELETE', 'GET', 'DELETE']) {
    statuses.push((await ask(mock, `${method} /teams/a/members/b`)).status);
  }
  expect(statuses).toEqual([404, 404, 204, 204, 204, 204, 404, 404]);
});

test('a list beside memberships shows its documented members', async () => {
  await ask(mock, 'PUT /teams/a/members/b');
  const { body } = await ask(mock, 'GET /teams/a/members');
  expect(Object.values(body)).toContainEqual({ login: expect.any(String) });
});

test('a POST elsewhere creates what is read with the same schema', async () => {
  const { body } = await ask(mock, 'POST /releases/a/assets', { body: { name: 'x' } });
  expect((await ask(mock, `GET /releases/assets/${body.id}`)).body).toEqual(body);
  await ask(mock, `DELETE /releases/assets/${body.id}`);
  expect((await ask(mock, `GET /releases/assets/${body.id}`)).status).toBe(404);
});

test('a POST whose path lacks an outer parameter does not create what is read with the same schema', async () => {
  expect((await ask(mock, 'GET /assets/a/1')).status).toBe(200);
});

test.each<[sent: JsonObject, expected: JsonObject]>([
  [
    { name: 'a', size: 7, secret: 's' },
    { name: 'a', size: 7 },
  ],
  [{ name: 'a' }, { name: 'a', size: 3 }],
])('an operation without state repeats what %j has set', async (body, expected) => {
  expect((await ask(mock, 'POST /copies', { body })).body).toEqual(expected);
});

test('an operation without state repeats inside of an envelope what it accepts', async () => {
  const { body } = await ask(mock, 'POST /wrapped-copies', { body: { name: 'a', size: 12, secret: 's' } });
  expect(body.copy).toEqual({ name: 'a', size: expect.toSatisfy((size) => size <= 9) });
});

test('an operation without state repeats the inside of an envelope in the same envelope', async () => {
  const { body } = await ask(mock, 'POST /enveloped-copies', { body: { copy: { name: 'b' } } });
  expect(body.copy).toEqual({ name: 'b', size: expect.any(Number) });
});

test('an operation without state repeats only what its response accepts', async () => {
  const { body } = await ask(mock, 'POST /copies', { body: { name: 'a', size: 12 } });
  expect(body.name).toBe('a');
  expect(body.size).not.toBe(12);
});

test('a value of its own path gets members that its example lacks', async () => {
  await ask(mock, 'PUT /settings', { body: { theme: 'light', font: 'serif', source: 'x' } });
  expect((await ask(mock, 'GET /settings')).body).toMatchObject({ theme: 'light', font: 'serif' });
});

test('a number in the body and a text in the path are one id', async () => {
  const shown = {
    description: 'x',
    content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'integer' } } } } },
  };
  const mock = createMock({
    openapi: '3.1.1',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': { post: { responses: { '201': shown } } },
      '/things/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: { '200': shown } },
      },
    },
  });
  const ids = [await ask(mock, 'POST /things'), await ask(mock, 'POST /things')].map(({ body }) => body.id);
  expect(ids).toEqual([1, 2]);
  expect((await ask(mock, 'GET /things/2')).body).toEqual({ id: 2 });
});

test('a resource whose read documents no content has the id of the request', async () => {
  const request = json({ type: 'object', properties: { student_id: text, course_id: text } });
  const mock = createMock({
    openapi: '3.1.1',
    info: { title: 'Favourites', version: '1' },
    paths: {
      '/favourites': { post: { requestBody: request, responses: { '200': NONE } } },
      '/favourites/{student_id}': { parameters: path('student_id'), get: { responses: { '200': NONE } } },
    },
  });
  await ask(mock, 'POST /favourites', { body: { student_id: 'a', course_id: 'b' } });
  expect((await ask(mock, 'GET /favourites/a')).status).toBe(200);
  expect((await ask(mock, 'GET /favourites/b')).status).toBe(404);
});

test('a list shows what a request has created, also if only operations below it take its id', async () => {
  const exemption = { type: 'object', properties: { id: text, policy: text, state: text } };
  const wrapped = ok({ type: 'object', required: ['exemption'], properties: { exemption } });
  const listed = { type: 'object', properties: { exemptions: { type: 'array', items: exemption } } };
  const mock = createMock({
    openapi: '3.1.1',
    info: { title: 'Exemptions', version: '1' },
    paths: {
      '/exemptions': {
        get: { responses: { '200': ok(listed) } },
        post: {
          requestBody: json({ type: 'object', properties: { policy: text } }),
          responses: { '200': wrapped },
        },
      },
      '/exemptions/{id}/decide': { parameters: path('id'), post: { responses: { '200': wrapped } } },
    },
  });
  const created = await ask(mock, 'POST /exemptions', { body: { policy: 'a' } });
  expect(created.body).toMatchObject({ exemption: { policy: 'a' } });
  expect((await ask(mock, 'GET /exemptions')).body).toEqual({ exemptions: [created.body.exemption] });
});
