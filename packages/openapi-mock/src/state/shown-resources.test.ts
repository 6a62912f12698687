import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { ask } from '../../tests/jobs-mock.ts';
import { createMock } from '../mock.ts';

const text = { type: 'string' };
const film = { type: 'object', required: ['id', 'title'], properties: { id: text, title: text } };
const json = (schema: JsonObject, example?: JsonValue) => ({
  description: 'x',
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
});
const missing = { description: 'x' };
const list = {
  type: 'object',
  required: ['items'],
  properties: { items: { type: 'array', minItems: 1, items: film } },
};
const FILMS = {
  items: [
    { id: 'sea', title: 'Sea' },
    { id: 'sky', title: 'Sky' },
  ],
};

function createFilms(paths: JsonObject, parameter: JsonObject = {}) {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text, ...parameter }];
  const { '/films/{id}': item = {}, ...others } = paths;
  return createMock({
    openapi: '3.1.1',
    info: { title: 'Films', version: '1' },
    paths: { ...others, '/films/{id}': { parameters, ...Object(item) } },
  });
}

const get = { responses: { '200': json(film), '404': missing } };

test('without a creation, those of a list exist, and change', async () => {
  const mock = createFilms({
    '/films': { get: { responses: { '200': json(list, FILMS) } } },
    '/films/{id}': {
      get,
      patch: {
        requestBody: { content: { 'application/merge-patch+json': {} } },
        responses: { '200': json(film), '404': missing },
      },
      delete: { responses: { '204': { description: 'x' }, '404': missing } },
    },
  });
  expect((await ask(mock, 'GET /films')).body).toEqual(FILMS);
  expect((await ask(mock, 'GET /films/sky')).body).toEqual({ id: 'sky', title: 'Sky' });
  expect((await ask(mock, 'GET /films/other')).status).toBe(404);
  await ask(mock, 'PATCH /films/sky', { body: { id: 'sky', title: 'Blue' } });
  expect((await ask(mock, 'DELETE /films/sea')).status).toBe(204);
  expect((await ask(mock, 'GET /films')).body).toEqual({ items: [{ id: 'sky', title: 'Blue' }] });
  await ask(mock, 'DELETE /films/sky');
  mock.seed(mock.export(), 'copy');
  expect((await ask(mock, 'GET /films/sky', { headers: { 'mock-world': 'copy' } })).status).toBe(404);
  mock.reset();
  expect((await ask(mock, 'GET /films/sky')).status).toBe(200);
});

test('a generated list shows what can be read', async () => {
  const mock = createFilms({
    '/films': { get: { responses: { '200': json(list) } } },
    '/films/{id}': { get },
  });
  const [first] = Object((await ask(mock, 'GET /films')).body).items;
  expect((await ask(mock, `GET /films/${first.id}`)).body).toEqual(first);
  expect((await ask(mock, 'GET /films/other')).status).toBe(404);
});

const NAMES = { '/films': { get: { responses: { '200': json({ type: 'array', items: text }) } } } };

test.each<[title: string, item: JsonObject, parameter: JsonObject]>([
  ['of a response', { get: { responses: { '200': json(film, FILMS.items[0]), '404': missing } } }, {}],
  ['of the parameter', { get }, { example: 'sea' }],
  ['of the schema of the parameter', { get }, { schema: { ...text, examples: ['sea'] } }],
])('beside a list without ids, only an example %s exists', async (_title, item, parameter) => {
  const mock = createFilms({ ...NAMES, '/films/{id}': item }, parameter);
  expect((await ask(mock, 'GET /films/sea')).status).toBe(200);
  expect((await ask(mock, 'GET /films/other')).status).toBe(404);
});

test.each<[title: string, item: JsonObject, parameter: JsonObject]>([
  ['without an example', { get }, {}],
  ['without a list', { get: { responses: { '200': json(film, FILMS.items[0]), '404': missing } } }, {}],
  ['without a documented 404', { get: { responses: { '200': json(film, FILMS.items[0]) } } }, {}],
  ['with constants', { get }, { schema: { enum: ['sea', 'other'] }, example: 'sea' }],
])('%s, each resource exists', async (_title, item, parameter) => {
  const mock = createFilms({ '/films/{id}': item }, parameter);
  expect((await ask(mock, 'GET /films/other')).status).toBe(200);
});

test('a seed replaces what the document shows', async () => {
  const mock = createFilms({
    '/films': { get: { responses: { '200': json(list, FILMS) } } },
    '/films/{id}': { get },
  });
  mock.seed({ resources: { '/films/{id}': [{ id: 'own', value: { id: 'own', title: 'Own' } }] } });
  expect((await ask(mock, 'GET /films')).body).toEqual({ items: [{ id: 'own', title: 'Own' }] });
  expect((await ask(mock, 'GET /films/sea')).status).toBe(404);
});

test('a creation whose id is unknown keeps each resource', async () => {
  const mock = createFilms({
    '/films': {
      get: { responses: { '200': json(list, FILMS) } },
      post: { responses: { '201': { description: 'x' } } },
    },
    '/films/{id}': { get },
  });
  expect((await ask(mock, 'GET /films/other')).status).toBe(200);
});
