// Creations of several resources: the request is a list of them, or has one.
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock, type Mock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const text = { type: 'string' };
const NEW_TAG = { type: 'object', required: ['name'], properties: { name: text, color: text } };
const TAG = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer', readOnly: true }, name: text, color: text },
};
const list = (items: JsonValue): JsonObject => ({ type: 'array', items });
const members = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

interface Tags {
  sent: JsonValue;
  created: JsonValue;
  status?: string;
}

function createTagsMock({ sent, created, status = '201' }: Tags, others: JsonObject = {}): Mock {
  const json = (schema: JsonValue) => ({ description: 'Done', content: { 'application/json': { schema } } });
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
  const conflict = { description: 'Exists' };
  return createMock({
    openapi: '3.1.1',
    info: { title: 'Tags', version: '1' },
    paths: {
      '/tags': {
        get: { responses: { '200': json(list(TAG)) } },
        post: { requestBody: json(sent), responses: { [status]: json(created), '409': conflict } },
      },
      '/tags/{id}': { parameters, get: { responses: { '200': json(TAG) } } },
      ...others,
    },
  });
}

const SENT = [{ name: 'a' }, { name: 'b', color: 'red' }];
const STORED = [
  { id: 1, name: 'a' },
  { id: 2, name: 'b', color: 'red' },
];
const UNION = { sent: { oneOf: [NEW_TAG, list(NEW_TAG)] }, created: { oneOf: [TAG, list(TAG)] } };

test.each<[title: string, Tags, messages: { body: JsonValue; answer: JsonValue }]>([
  ['a list', { sent: list(NEW_TAG), created: list(TAG), status: '200' }, { body: SENT, answer: STORED }],
  [
    'a list of a member',
    { sent: members({ tags: list(NEW_TAG) }), created: members({ tags: list(TAG) }) },
    { body: { tags: SENT }, answer: { tags: STORED } },
  ],
  ['a list that is one of several bodies', UNION, { body: SENT, answer: STORED }],
  [
    'a list with a total',
    { sent: list(NEW_TAG), created: members({ data: list(TAG), total: { type: 'integer' } }) },
    { body: SENT, answer: { data: STORED, total: 2 } },
  ],
])('a creation by %s stores its items', async (_, tags, { body, answer }) => {
  const mock = createTagsMock(tags);
  expect((await ask(mock, 'POST /tags', { body })).body).toEqual(answer);
  expect((await ask(mock, 'GET /tags')).body).toEqual(STORED.toReversed());
  expect((await ask(mock, 'GET /tags/2')).body).toEqual(STORED[1]);
});

test('one resource can be created where several can', async () => {
  const mock = createTagsMock(UNION);
  expect((await ask(mock, 'POST /tags', { body: SENT[1] })).body).toEqual({ ...STORED[1], id: 1 });
});

test('a creation of one resource can return a list', async () => {
  const mock = createTagsMock({ sent: NEW_TAG, created: list(TAG) });
  expect((await ask(mock, 'POST /tags', { body: SENT[0] })).body).toEqual([STORED[0]]);
  expect((await ask(mock, 'GET /tags/1')).body).toEqual(STORED[0]);
});

test('a search that returns a list creates nothing', async () => {
  const mock = createTagsMock({ sent: members({ name: text }), created: list(TAG), status: '200' });
  await ask(mock, 'POST /tags', { body: { name: 'a' } });
  expect(mock.export().resources).toEqual({});
});

test('an empty list creates nothing', async () => {
  const mock = createTagsMock({ sent: list(NEW_TAG), created: list(TAG) });
  const { status, body } = await ask(mock, 'POST /tags', { body: [] });
  expect([status, body]).toEqual([201, []]);
});

test('a list with an id that exists creates nothing', async () => {
  const tag = { ...TAG, properties: { ...TAG.properties, id: { type: 'integer' } } };
  const mock = createTagsMock({ sent: list(tag), created: list(tag) });
  const twice = [3, 4, 3].map((id) => ({ id, name: 'a' }));
  expect((await ask(mock, 'POST /tags', { body: twice })).status).toBe(409);
  expect((await ask(mock, 'GET /tags')).body).toEqual([]);
});

test('several paths create resources of one kind', async () => {
  const json = (schema: JsonValue) => ({ description: 'Done', content: { 'application/json': { schema } } });
  const bulk = { requestBody: json(list(NEW_TAG)), responses: { '200': json(members({ created: TAG })) } };
  const upload = {
    requestBody: json(NEW_TAG),
    responses: { '200': json(members({ ok: { type: 'boolean' }, tag: TAG })) },
  };
  const mock = createTagsMock(
    { sent: NEW_TAG, created: TAG },
    { '/tags/bulk': { post: bulk }, '/tags/upload': { post: upload } },
  );
  await ask(mock, 'POST /tags', { body: SENT[0] });
  expect((await ask(mock, 'POST /tags/bulk', { body: SENT })).status).toBe(200);
  const { body } = await ask(mock, 'POST /tags/upload', { body: { name: 'c' } });
  expect(body.tag).toEqual({ id: 4, name: 'c' });
  expect(Object.values((await ask(mock, 'GET /tags')).body).map((tag) => Object(tag).id)).toEqual([
    4, 3, 2, 1,
  ]);
  expect((await ask(mock, 'GET /tags/3')).body).toEqual({ id: 3, name: 'b', color: 'red' });
});
