import type { JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const integer = { type: 'integer' };
const json = (schema: JsonValue) => ({ content: { 'application/json': { schema } } });

/** Creates a mock of contacts inside of applications, whose path has an id of this type. */
function createContactsMock(parameter: string, type: 'integer' | 'string') {
  const contact = {
    type: 'object',
    required: ['id'],
    properties: {
      id: { ...integer, readOnly: true },
      applicationId: integer,
      application_id: { type: 'string' },
      name: { type: 'string' },
    },
    example: { id: 1, applicationId: 42, application_id: 'other', name: 'Ann' },
  };
  const requested = { type: 'object', properties: { name: { type: 'string' } } };
  const outer = `/applications/{${parameter}}/contacts`;
  const own = { name: 'contactId', in: 'path', required: true, schema: integer };
  return createMock({
    openapi: '3.1.1',
    info: { title: 'Contacts', version: '1' },
    paths: {
      [outer]: {
        parameters: [{ name: parameter, in: 'path', required: true, schema: { type } }],
        post: {
          requestBody: json(requested),
          responses: { '201': { description: 'Created', ...json(contact) } },
        },
        get: { responses: { '200': { description: 'All', ...json({ type: 'array', items: contact }) } } },
      },
      [`${outer}/{contactId}`]: {
        parameters: [{ name: parameter, in: 'path', required: true, schema: { type } }, own],
        get: {
          responses: { '200': { description: 'One', ...json(contact) }, '404': { description: 'None' } },
        },
      },
    },
  });
}

test.each([
  ['id', 'integer'],
  ['id', 'string'],
  ['applicationId', 'integer'],
  ['application_id', 'string'],
] as const)('a resource refers to the one in its path, {%s} of type %s', async (parameter, type) => {
  const mock = createContactsMock(parameter, type);
  const { body: created } = await ask(mock, 'POST /applications/7/contacts', { body: { name: 'Eve' } });
  expect(created).toMatchObject({ applicationId: 7, application_id: '7', name: 'Eve' });
  expect((await ask(mock, `GET /applications/7/contacts/${created.id}`)).body).toEqual(created);
  expect((await ask(mock, 'GET /applications/7/contacts')).body).toEqual([created]);
});

test('operations below a resource may call its parameter otherwise', async () => {
  const text = { type: 'string' };
  const pix = { type: 'object', required: ['uid'], properties: { uid: text, amount: integer } };
  const command = { type: 'object', properties: { operation: text, status: text } };
  const change = { type: 'object', properties: { amount: integer } };
  const parameters = (name: string) => [{ name, in: 'path', required: true, schema: text }];
  const ok = (schema: JsonValue) => ({ responses: { '200': { description: 'Done', ...json(schema) } } });
  const mock = createMock({
    openapi: '3.1.1',
    info: { title: 'Pix', version: '1' },
    paths: {
      '/pix': { post: { requestBody: json(change), ...ok(pix) } },
      '/pix/{uid}': { parameters: parameters('uid'), get: ok(pix) },
      '/pix/{pix_uid}': {
        parameters: parameters('pix_uid'),
        delete: { responses: { '204': { description: 'Done' } } },
      },
      '/pix/{pix_uid}/update': {
        parameters: parameters('pix_uid'),
        put: { requestBody: json(change), ...ok(command) },
      },
    },
  });
  const { uid } = (await ask(mock, 'POST /pix', { body: { amount: 1 } })).body;
  expect((await ask(mock, `PUT /pix/${uid}/update`, { body: { amount: 2 } })).status).toBe(200);
  expect((await ask(mock, 'PUT /pix/other/update', { body: { amount: 2 } })).status).toBe(404);
  expect((await ask(mock, `GET /pix/${uid}`)).body).toEqual({ uid, amount: 2 });
  expect((await ask(mock, `DELETE /pix/${uid}`)).status).toBe(204);
  expect((await ask(mock, `GET /pix/${uid}`)).status).toBe(404);
});

test('an action shows only the members that its response declares', async () => {
  const text = { type: 'string' };
  const metadata = { type: 'object', additionalProperties: text };
  const plan = { type: 'object', required: ['id'], properties: { id: text, name: text, metadata } };
  const change = { type: 'object', required: ['metadata'], properties: { metadata } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  const ok = (schema: JsonValue) => ({ responses: { '200': { description: 'Done', ...json(schema) } } });
  const mock = createMock({
    openapi: '3.1.1',
    info: { title: 'Plans', version: '1' },
    paths: {
      '/plans': { post: ok(plan) },
      '/plans/{id}': { parameters, get: ok(plan) },
      '/plans/{id}/metadata': { parameters, post: { requestBody: json(change), ...ok(change) } },
    },
  });
  const { id } = (await ask(mock, 'POST /plans')).body;
  const body = { metadata: { color: 'red' } };
  const changed = (await ask(mock, `POST /plans/${id}/metadata`, { body })).body;
  expect([Object.keys(changed), changed.metadata]).toEqual([
    ['metadata'],
    expect.objectContaining({ color: 'red' }),
  ]);
  expect((await ask(mock, `GET /plans/${id}`)).body).toMatchObject({ id, ...body });
});

test('a list below a resource that was deleted is not found, even if the document has its path first', async () => {
  const thing = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
  const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
  const missing = { '404': { description: 'None' } };
  const create = { responses: { '201': { description: 'Created', ...json(thing) } } };
  const list = {
    responses: { '200': { description: 'All', ...json({ type: 'array', items: thing }) }, ...missing },
  };
  const read = { responses: { '200': { description: 'One', ...json(thing) }, ...missing } };
  const mock = createMock({
    openapi: '3.1.1',
    info: { title: 'Disks', version: '1' },
    paths: {
      '/servers/{serverId}/disks': { parameters: [id('serverId')], post: create, get: list },
      '/servers/{serverId}/disks/{diskId}': { parameters: [id('serverId'), id('diskId')], get: read },
      '/servers': { post: create },
      '/servers/{serverId}': {
        parameters: [id('serverId')],
        get: read,
        delete: { responses: { '204': { description: 'Gone' }, ...missing } },
      },
    },
  });
  const { body } = await ask(mock, 'POST /servers');
  const disks = `/servers/${body.id}/disks`;
  expect((await ask(mock, `POST ${disks}`)).status).toBe(201);
  expect((await ask(mock, `GET ${disks}`)).body).toHaveLength(1);
  await ask(mock, `DELETE /servers/${body.id}`);
  expect((await ask(mock, `GET ${disks}`)).status).toBe(404);
});
