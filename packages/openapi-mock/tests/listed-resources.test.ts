// Resources that only a list shows.
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock, type Mock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const list = (items: JsonValue): JsonObject => ({ type: 'array', items });
const json = (schema: JsonValue) => ({ description: 'Done', content: { 'application/json': { schema } } });
const DONE = { description: 'Done' };
const NOTE = object({ id: integer, text, color: text });
const NEW_NOTE = object({ text, color: text });

function createNotesMock(operations: {
  collection?: JsonObject;
  item: JsonObject;
  listed?: JsonObject;
}): Mock {
  const { collection = {}, item, listed = list(NOTE) } = operations;
  const parameters = [{ name: 'id', in: 'path', required: true, schema: integer }];
  const paths = {
    '/notes': { get: { responses: { '200': json(listed) } }, ...collection },
    '/notes/{id}': { parameters, ...item },
  };
  return createMock({ openapi: '3.1.1', info: { title: 'Notes', version: '1' }, paths });
}

const ITEM = {
  patch: { requestBody: json(NEW_NOTE), responses: { '204': DONE, '404': DONE } },
  delete: { responses: { '204': DONE, '404': DONE } },
};

test.each<[title: string, created: JsonObject, listed: JsonObject]>([
  ['nothing', DONE, list(NOTE)],
  ['no id', json(object({ ok: { type: 'boolean' } })), list(NOTE)],
  ['only the id', json(object({ id: integer })), list(NOTE)],
  [
    'only the id, in a list with a total',
    json(object({ id: integer })),
    object({ data: list(NOTE), total: integer }),
  ],
])('a creation that returns %s stores what the list shows', async (_, created, listed) => {
  const post = { requestBody: json(NEW_NOTE), responses: { '201': created } };
  const mock = createNotesMock({ collection: { post }, item: ITEM, listed });
  const readList = async () => {
    const { body } = await ask(mock, 'GET /notes');
    return Array.isArray(body) ? body : body.data;
  };
  expect((await ask(mock, 'POST /notes', { body: { text: 'a' } })).status).toBe(201);
  await ask(mock, 'POST /notes', { body: { text: 'b', color: 'red' } });
  expect(await readList()).toEqual([
    { id: 2, text: 'b', color: 'red' },
    { id: 1, text: 'a' },
  ]);
  const headers = { 'content-type': 'application/json' };
  expect((await ask(mock, 'PATCH /notes/2', { body: { text: 'c' }, headers })).status).toBe(204);
  expect((await ask(mock, 'DELETE /notes/1')).status).toBe(204);
  expect((await ask(mock, 'DELETE /notes/1')).status).toBe(404);
  expect(await readList()).toEqual([{ id: 2, text: 'c', color: 'red' }]);
});

test('a creation that returns nothing can choose the id of the list', async () => {
  const post = { requestBody: json(NOTE), responses: { '201': DONE } };
  const mock = createNotesMock({ collection: { post }, item: { delete: ITEM.delete } });
  await ask(mock, 'POST /notes', { body: { id: 7, text: 'a' } });
  expect((await ask(mock, 'GET /notes')).body).toEqual([{ id: 7, text: 'a' }]);
});

const EXAMPLE = [{ id: 5, text: 'a', color: 'red' }];

test('resources of a list that nothing creates are changed and deleted', async () => {
  const mock = createNotesMock({ item: ITEM, listed: { ...list(NOTE), examples: [EXAMPLE] } });
  const headers = { 'content-type': 'application/json' };
  expect((await ask(mock, 'GET /notes')).body).toEqual(EXAMPLE);
  expect((await ask(mock, 'PATCH /notes/6', { body: { text: 'b' }, headers })).status).toBe(404);
  await ask(mock, 'PATCH /notes/5', { body: { text: 'b' }, headers });
  expect((await ask(mock, 'GET /notes')).body).toEqual([{ ...EXAMPLE[0], text: 'b' }]);
  await ask(mock, 'DELETE /notes/5');
  expect((await ask(mock, 'GET /notes')).body).toEqual([]);
});

test('resources of a list are read where errors have one description', async () => {
  const get = { responses: { '200': json(NOTE), default: json(object({ message: text })) } };
  const mock = createNotesMock({ item: { get }, listed: { ...list(NOTE), examples: [EXAMPLE] } });
  expect((await ask(mock, 'GET /notes/5')).body).toEqual(EXAMPLE[0]);
  expect((await ask(mock, 'GET /notes/6')).status).toBe(404);
});

test.each([{}, { additionalProperties: false }])('a collection can be a map by id: %j', async (closed) => {
  const note = { ...NOTE, ...closed, properties: { ...Object(NOTE.properties), size: integer } };
  const post = { requestBody: json(NEW_NOTE), responses: { '201': json(note) } };
  const item = { get: { responses: { '200': json(note), '404': DONE } }, delete: ITEM.delete };
  const listed = { type: 'object', additionalProperties: note };
  const mock = createNotesMock({ collection: { post }, item, listed });
  expect((await ask(mock, 'GET /notes')).body).toEqual({});
  const { body: first } = await ask(mock, 'POST /notes', { body: { text: 'a' } });
  const { body: second } = await ask(mock, 'POST /notes', { body: { text: 'b', color: 'red' } });
  expect((await ask(mock, 'GET /notes')).body).toEqual({ '1': first, '2': second });
  await ask(mock, 'DELETE /notes/1');
  expect((await ask(mock, 'GET /notes')).body).toEqual({ '2': second });
});

test('numbers by name are no collection', async () => {
  const get = { responses: { '200': json(NOTE), '404': DONE } };
  const listed = { type: 'object', additionalProperties: integer, example: { open: 3 } };
  const mock = createNotesMock({ item: { get }, listed });
  expect((await ask(mock, 'GET /notes')).body).toEqual({ open: 3 });
});
