import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock, type Mock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const text = { type: 'string' };
const NOTE = {
  type: 'object',
  required: ['id', 'text'],
  additionalProperties: false,
  properties: { id: text, text, color: text, tags: { type: 'array', items: text } },
};
const OPERATIONS = {
  type: 'array',
  items: { type: 'object', required: ['op', 'path'], properties: { op: text, path: text } },
};
const json = (schema: JsonValue) => ({ content: { 'application/json': { schema } } });
const ok = (schema: JsonValue) => ({ description: 'Done', ...json(schema) });

function createNotesMock(errors: JsonObject = {}): Mock {
  const patch = {
    requestBody: {
      content: {
        'application/json-patch+json': { schema: OPERATIONS },
        'application/merge-patch+json': { schema: { type: 'object' } },
      },
    },
  };
  const id = { name: 'id', in: 'path', required: true, schema: text };
  const { id: _, ...settable } = NOTE.properties;
  const requested = { type: 'object', properties: settable };
  const created = { requestBody: json(requested), responses: { '201': ok(NOTE) } };
  const settings = {
    type: 'object',
    required: ['theme'],
    properties: { theme: text, size: { type: 'integer' } },
    example: { theme: 'dark', size: 1 },
  };
  return createMock({
    openapi: '3.1.1',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/notes': { post: created },
      '/notes/{id}': {
        parameters: [id],
        get: { responses: { '200': ok(NOTE) } },
        patch: { ...patch, responses: { '200': ok(NOTE), ...errors } },
      },
      '/settings': {
        get: { responses: { '200': ok(settings) } },
        patch: { ...patch, responses: { '200': ok(settings) } },
      },
    },
  });
}

function patch(mock: Mock, path: string, body: JsonValue) {
  const headers = { 'content-type': 'application/json-patch+json' };
  return ask(mock, `PATCH ${path}`, { body, headers });
}

test('a JSON Patch changes what is read afterward', async () => {
  const mock = createNotesMock();
  const { body: created } = await ask(mock, 'POST /notes', { body: { text: 'x', tags: ['a'] } });
  const path = `/notes/${created.id}`;
  const operations = [
    { op: 'test', path: '/text', value: 'x' },
    { op: 'replace', path: '/text', value: 'y' },
    { op: 'add', path: '/tags/-', value: 'b' },
    { op: 'add', path: '/color', value: 'red' },
  ];
  const { status, body } = await patch(mock, path, operations);
  expect([status, body]).toEqual([200, { id: created.id, text: 'y', tags: ['a', 'b'], color: 'red' }]);
  expect((await ask(mock, `GET ${path}`)).body).toEqual(body);
  await ask(mock, `PATCH ${path}`, { body: { color: null } });
  expect((await ask(mock, `GET ${path}`)).body).toEqual({ id: created.id, text: 'y', tags: ['a', 'b'] });
});

test.each([
  ['a test that fails', { op: 'test', path: '/text', value: 'y' }],
  ['a missing location', { op: 'remove', path: '/color' }],
  ['the removal of a required member', { op: 'remove', path: '/text' }],
  ['a value that the schema rejects', { op: 'replace', path: '/text', value: 1 }],
  ['a member that the schema does not allow', { op: 'add', path: '/size', value: 1 }],
  ['another id', { op: 'replace', path: '/id', value: 'other' }],
])('a JSON Patch with %s changes nothing', async (_, operation) => {
  const mock = createNotesMock();
  const { body: created } = await ask(mock, 'POST /notes', { body: { text: 'x' } });
  const path = `/notes/${created.id}`;
  const first = { op: 'add', path: '/tags', value: [] };
  expect((await patch(mock, path, [first, operation])).status).toBe(422);
  expect((await ask(mock, `GET ${path}`)).body).toEqual(created);
});

test.each([
  [['409'], 409],
  [['400'], 400],
  [['400', '409', '422'], 422],
  [['404'], 422],
])(
  'with the documented errors %j, an impossible JSON Patch is answered with %i',
  async (documented, expected) => {
    const errors = Object.fromEntries(documented.map((status) => [status, { description: 'Bad' }]));
    const mock = createNotesMock(errors);
    const { body } = await ask(mock, 'POST /notes', { body: { text: 'x' } });
    const { status } = await patch(mock, `/notes/${body.id}`, [{ op: 'remove', path: '/color' }]);
    expect(status).toBe(expected);
  },
);

test('a JSON Patch changes a single value', async () => {
  const mock = createNotesMock();
  await patch(mock, '/settings', [{ op: 'replace', path: '/theme', value: 'light' }]);
  expect((await ask(mock, 'GET /settings')).body).toEqual({ theme: 'light', size: 1 });
  expect((await patch(mock, '/settings', [{ op: 'remove', path: '/theme' }])).status).toBe(422);
  expect((await ask(mock, 'GET /settings')).body).toEqual({ theme: 'light', size: 1 });
});
