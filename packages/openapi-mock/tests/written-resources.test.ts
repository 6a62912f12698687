import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock, type MockOptions } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const text = { type: 'string' };
const json = (schema: JsonValue) => ({ content: { 'application/json': { schema } } });
const ok = (schema: JsonValue) => ({ description: 'Done', ...json(schema) });
const NOTE = {
  type: 'object',
  required: ['id', 'color', 'created_at'],
  properties: {
    id: { ...text, readOnly: true },
    text,
    color: { type: ['string', 'null'] },
    created_at: { ...text, format: 'date-time' },
  },
};

const CHANGE = { type: 'object', properties: { text, color: text, created_at: text } };
const SETTINGS = {
  type: 'object',
  required: ['version'],
  properties: { version: { const: 1 }, theme: text },
};

interface NotesOptions extends MockOptions {
  requested?: JsonValue;
  created?: JsonValue;
  errors?: JsonObject;
  callbacks?: JsonObject;
}

function createNotesMock({
  requested = NOTE,
  created = NOTE,
  errors = {},
  callbacks,
  ...options
}: NotesOptions = {}) {
  const id = { name: 'id', in: 'path', required: true, schema: text };
  const cursor = { name: 'cursor', in: 'query', schema: text };
  const list = {
    type: 'object',
    required: ['notes'],
    properties: { notes: { type: 'array', items: NOTE }, next_cursor: text },
  };
  const post = {
    requestBody: json(requested),
    responses: {
      '201': { ...ok(created), headers: { Location: { required: true, schema: text } } },
      ...errors,
    },
    ...(callbacks && { callbacks }),
  };
  const notes = { get: { parameters: [cursor], responses: { '200': ok(list), ...errors } }, post };
  const note = {
    parameters: [id],
    get: { responses: { '200': ok(NOTE) } },
    put: { requestBody: json(CHANGE), responses: { '200': ok(NOTE) } },
  };
  const settings = {
    get: { responses: { '200': ok(SETTINGS) } },
    put: {
      requestBody: json({ type: 'object', properties: { theme: text } }),
      responses: { '204': { description: 'Done' } },
    },
  };
  const paths = { '/notes': notes, '/notes/{id}': note, '/settings': settings };
  return createMock({ openapi: '3.1.1', info: { title: 'Notes', version: '1' }, paths }, options);
}

const CHOSEN = { type: 'object', properties: { id: text, text } };

test('a creation with an id that exists is refused, and changes nothing', async () => {
  const mock = createNotesMock({ requested: CHOSEN, errors: { '409': { description: 'Exists' } } });
  const statuses: number[] = [];
  for (const one of ['first', 'second'])
    statuses.push((await ask(mock, 'POST /notes', { body: { id: 'a', text: one } })).status);
  expect(statuses).toEqual([201, 409]);
  expect((await ask(mock, 'GET /notes/a')).body.text).toBe('first');
});

test('a creation with an id that exists is refused, also without a documented error', async () => {
  const mock = createNotesMock({ requested: CHOSEN });
  const first = await ask(mock, 'POST /notes', { body: { id: 'a', text: 'first' } });
  const second = await ask(mock, 'POST /notes', { body: { id: 'a', text: 'second' } });
  expect([first.body.id, second.status]).toEqual(['a', 409]);
  expect((await ask(mock, 'GET /notes/a')).body.text).toBe('first');
});

test('an id that no URL can have is created', async () => {
  const mock = createNotesMock({ requested: CHOSEN });
  expect((await ask(mock, 'POST /notes', { body: { id: '\ud83d', text: 'x' } })).status).toBe(201);
});

test('a creation whose response is the id returns that of Location', async () => {
  const mock = createNotesMock({ created: text });
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"color":"red","created_at":"2026-01-01T00:00:00Z"}',
  };
  const response = await mock.fetch(new Request('http://mock.example/notes', post));
  expect(response.headers.get('location')).toBe(`/notes/${await response.json()}`);
});

test('PUT removes members that it omits, except the times of events', async () => {
  const mock = createNotesMock();
  const body = { text: 'x', color: 'red', created_at: '2026-01-01T00:00:00Z' };
  const { body: created } = await ask(mock, 'POST /notes', { body });
  const { body: replaced } = await ask(mock, `PUT /notes/${created.id}`, { body: {} });
  expect(replaced).toEqual({ id: created.id, color: null, created_at: expect.anything() });
});

test('PUT of a single value removes members that it omits', async () => {
  const mock = createNotesMock();
  await ask(mock, 'PUT /settings', { body: { theme: 'dark' } });
  await ask(mock, 'PUT /settings', { body: {} });
  expect((await ask(mock, 'GET /settings')).body).toEqual({ version: 1 });
});

test('PUT of a single value changes it inside of its envelope', async () => {
  const limit = { type: 'object', properties: { most: { type: 'integer' } } };
  const usage = { ...limit, required: ['used'], properties: { ...limit.properties, used: { const: 3 } } };
  const result = {
    type: 'object',
    required: ['daily', 'days'],
    properties: { daily: usage, days: { type: 'integer' }, name: text },
  };
  const body = {
    type: 'object',
    required: ['code', 'result'],
    properties: { code: { const: 2000 }, result },
  };
  const example = { code: 2000, result: { daily: { most: 9, used: 3 }, days: 1, name: 'first' } };
  const content = { 'application/json': { schema: body, example } };
  const properties = { name: text, daily: limit, days: { type: 'integer', default: 28 } };
  const details = {
    get: { responses: { '200': { description: 'Done', content } } },
    put: {
      requestBody: json({ type: 'object', properties }),
      responses: { '200': { description: 'Done', content } },
    },
  };
  const mock = createMock({
    openapi: '3.1.1',
    info: { title: 'D', version: '1' },
    paths: { '/details': details },
  });
  const sent = { name: 'second', daily: { most: 4 } };
  const changed = { code: 2000, result: { name: 'second', daily: { most: 4, used: 3 }, days: 28 } };
  expect((await ask(mock, 'PUT /details', { body: sent })).body).toEqual(changed);
  expect((await ask(mock, 'GET /details')).body).toEqual(changed);
  await ask(mock, 'PUT /details', { body: {} });
  const reset = { code: 2000, result: { daily: { most: 9, used: 3 }, days: 28 } };
  expect((await ask(mock, 'GET /details')).body).toEqual(reset);
});

test('a list continues after its token, and filters by what it shows', async () => {
  const token = { name: 'continuationToken', in: 'query', schema: text };
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };
  const process = { name: 'process', in: 'query', schema: text };
  const since = { name: 'dueAfter', in: 'query', schema: text };
  const item = {
    type: 'object',
    required: ['id', 'process', 'dueAt'],
    properties: { id: text, process: text, dueAt: text },
  };
  const page = {
    type: 'object',
    required: ['items'],
    properties: {
      continuationToken: { type: ['string', 'null'] },
      hasNextPage: { type: 'boolean' },
      items: { type: 'array', items: item },
    },
  };
  const thing = { type: 'object', required: ['id'], properties: { id: text } };
  const example = {
    continuationToken: 'x',
    hasNextPage: true,
    items: [{ id: 'a', process: 'p', dueAt: '2022-01-01' }],
  };
  const content = { 'application/json': { schema: page, example } };
  const list = {
    parameters: [token, limit, process, since],
    responses: { '200': { description: 'Done', content } },
  };
  const id = { name: 'id', in: 'path', required: true, schema: text };
  const paths = {
    '/things': { get: list, post: { requestBody: json(thing), responses: { '201': ok(thing) } } },
    '/things/{id}': { parameters: [id], get: { responses: { '200': ok(thing) } } },
  };
  const mock = createMock({ openapi: '3.1.1', info: { title: 'T', version: '1' }, paths });
  for (const name of ['a', 'b', 'c']) await ask(mock, 'POST /things', { body: { id: name } });
  const { body: first } = await ask(mock, 'GET /things?limit=2');
  const { body: last } = await ask(mock, `GET /things?limit=2&continuationToken=${first.continuationToken}`);
  expect([Object(first.items).length, Object(last.items).length, last.hasNextPage]).toEqual([2, 1, false]);
  expect(last.continuationToken).toBeNull();
  expect((await ask(mock, 'GET /things?process=p')).body.items).toHaveLength(3);
  expect((await ask(mock, 'GET /things?dueAfter=2023-01-01')).body.items).toHaveLength(0);
});

test.each([
  [{}, 200],
  [{ '400': { description: 'Bad' } }, 400],
])('an unknown cursor is answered as %j documents', async (errors, status) => {
  const mock = createNotesMock({ errors });
  expect((await ask(mock, 'GET /notes?cursor=eA')).status).toBe(status);
});

test('a list whose next page is not known names none', async () => {
  const page = { type: 'object', properties: { next_page: text } };
  const things = { type: 'array', items: { type: 'object', properties: { id: text } } };
  const properties = { things, pages: page, continuationToken: { type: ['string', 'null'] } };
  const example = { things: [], pages: { next_page: 'https://example.com' }, continuationToken: 'x' };
  const listed = { ...ok({ type: 'object', required: ['things'], properties, examples: [example] }) };
  const post = { requestBody: json(CHOSEN), responses: { '201': ok(CHOSEN) } };
  const paths = {
    '/things': { get: { responses: { '200': listed } }, post },
    '/things/{id}': { get: { responses: { '200': ok(CHOSEN) } } },
  };
  const mock = createMock({ openapi: '3.1.1', info: { title: 'Things', version: '1' }, paths });
  const { body } = await ask(mock, 'GET /things');
  expect(body).toEqual({ things: [], pages: {}, continuationToken: null });
});

test('the body of a callback has the members that only the server sets', async () => {
  const bodies: unknown[] = [];
  const post = { requestBody: json(NOTE), responses: { '200': { description: 'Received' } } };
  const mock = createNotesMock({
    requested: { type: 'object', properties: { hook: text } },
    callbacks: { noteCreated: { '{$request.body#/hook}': { post } } },
    fetch: async (_, init) => {
      bodies.push(JSON.parse(String(init?.body)));
      return new Response();
    },
  });
  const { body } = await ask(mock, 'POST /notes', { body: { hook: 'http://127.0.0.1:1/' } });
  await mock.advance();
  expect(bodies.map((one) => isJsonObject(one) && one.id)).toEqual([body.id]);
});
