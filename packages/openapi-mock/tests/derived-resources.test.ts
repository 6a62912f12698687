// Resources that are not created by POST beside their own path.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const text = { type: 'string' };
const json = (schema: JsonObject) => ({ description: 'x', content: { 'application/json': { schema } } });
const object = (properties: JsonObject, required: string[] = []) => ({
  type: 'object',
  required,
  properties,
});
const createApi = (paths: JsonObject) =>
  createMock({ openapi: '3.1.1', info: { title: 'Api', version: '1.0.0' }, paths });

test('PUT creates under the name that it chooses; the list inside of a result has the names', async () => {
  const done = { responses: { '200': json(object({ result: { type: 'boolean' } })) } };
  const names = object({ collections: { type: 'array', items: object({ name: text }, ['name']) } });
  const mock = createApi({
    '/collections': { get: { responses: { '200': json(object({ result: names, status: text })) } } },
    '/collections/{collection_name}': {
      get: { responses: { '200': json(object({ result: object({ points: { type: 'integer' } }) })) } },
      put: { summary: 'Create a collection', ...done },
      delete: done,
    },
  });
  const readStatus = async (line: string) => (await ask(mock, line)).status;
  const listNames = async () => Object((await ask(mock, 'GET /collections')).body.result).collections;
  expect(await readStatus('GET /collections/films')).toBe(404);
  expect(await readStatus('PUT /collections/films')).toBe(200);
  await ask(mock, 'PUT /collections/books');
  expect(await readStatus('GET /collections/films')).toBe(200);
  expect(await listNames()).toEqual([{ name: 'books' }, { name: 'films' }]);
  await ask(mock, 'DELETE /collections/films');
  expect(await readStatus('GET /collections/films')).toBe(404);
  expect(await listNames()).toEqual([{ name: 'books' }]);
});

test('a resource created below another one is read at a path of its own, and listed there only', async () => {
  const file = object({ id: text, title: text });
  const app = object({ id: text });
  const mock = createApi({
    '/apps': { post: { responses: { '201': json(app) } } },
    '/apps/{app}': { get: { responses: { '200': json(app) } } },
    '/apps/{app}/files': {
      get: { responses: { '200': json({ type: 'array', items: file }) } },
      post: { requestBody: json(object({ title: text })), responses: { '201': json(file) } },
    },
    '/files/{file}': {
      get: { responses: { '200': json(file) } },
      delete: { responses: { '204': { description: 'x' } } },
    },
  });
  const [first, second] = [await ask(mock, 'POST /apps'), await ask(mock, 'POST /apps')];
  const created = await ask(mock, `POST /apps/${first.body.id}/files`, { body: { title: 'Sea' } });
  expect(created.headers.get('location')).toBe(`/files/${created.body.id}`);
  expect((await ask(mock, `GET /files/${created.body.id}`)).body).toEqual(created.body);
  expect((await ask(mock, `GET /apps/${first.body.id}/files`)).body).toEqual([created.body]);
  expect((await ask(mock, `GET /apps/${second.body.id}/files`)).body).toEqual([]);
  expect((await ask(mock, 'POST /apps/none/files', { body: {} })).status).toBe(404);
  await ask(mock, `DELETE /files/${created.body.id}`);
  expect((await ask(mock, `GET /files/${created.body.id}`)).status).toBe(404);
});

test('a resource whose open schema declares no id is created, and has that of its path', async () => {
  const Entry = { type: 'object', additionalProperties: true, properties: { note: { type: 'null' } } };
  const components = { schemas: { Entry } };
  const entry = json({ $ref: '#/components/schemas/Entry' });
  const content = { 'application/json': { schema: { type: 'object', additionalProperties: true } } };
  const merge = { 'application/merge-patch+json': content['application/json'] };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
  const page = object({ entries: { type: 'array', items: { $ref: '#/components/schemas/Entry' } } });
  const paths = {
    '/entries': {
      get: { responses: { '200': json(page) } },
      post: { requestBody: { content }, responses: { '201': entry } },
    },
    '/entries/{id}': {
      parameters: [id],
      get: { responses: { '200': entry, '404': { description: 'x' } } },
      patch: { requestBody: { content: merge }, responses: { '200': entry } },
      delete: { responses: { '204': { description: 'x' } } },
    },
  };
  const mock = createMock({ openapi: '3.1.1', info: { title: 'Api', version: '1.0.0' }, paths, components });
  const { headers, body } = await ask(mock, 'POST /entries', { body: { title: 'Rent' } });
  expect(body).toEqual({ id: expect.any(String), title: 'Rent', note: null });
  expect(headers.get('location')).toBe(`/entries/${body.id}`);
  expect((await ask(mock, `PATCH /entries/${body.id}`, { body: { title: 'Food' } })).body).toEqual({
    id: body.id,
    title: 'Food',
    note: null,
  });
  expect((await ask(mock, 'GET /entries')).body).toEqual({
    entries: [{ id: body.id, title: 'Food', note: null }],
  });
  await ask(mock, `DELETE /entries/${body.id}`);
  expect((await ask(mock, `GET /entries/${body.id}`)).status).toBe(404);
});

test('a resource that shows neither an id nor its request is created by the id that its path names', async () => {
  const mock = createApi({
    '/exports': {
      post: {
        requestBody: json(object({ day: text })),
        responses: { '200': json(object({ export_id: text })) },
      },
    },
    '/exports/{export_id}': {
      get: { responses: { '200': json(object({ url: text })), '404': { description: 'x' } } },
    },
  });
  const { body } = await ask(mock, 'POST /exports', { body: { day: '2026-11-27' } });
  expect((await ask(mock, `GET /exports/${body.export_id}`)).status).toBe(200);
  expect((await ask(mock, 'GET /exports/other')).status).toBe(404);
});

test('a request may choose the id inside of the object that responses have around the resource', async () => {
  const tax = object({ tax: object({ lago_id: text, code: text, name: text }, ['code']) }, ['tax']);
  const content = { 'application/json': { schema: object({ tax: object({ code: text, name: text }) }) } };
  const mock = createApi({
    '/taxes': { post: { requestBody: { content }, responses: { '200': json(tax) } } },
    '/taxes/{code}': { get: { responses: { '200': json(tax), '404': { description: 'x' } } } },
  });
  const { body } = await ask(mock, 'POST /taxes', { body: { tax: { code: 'vat', name: 'VAT' } } });
  expect(body.tax).toMatchObject({ code: 'vat', name: 'VAT' });
  expect((await ask(mock, 'GET /taxes/vat')).body).toEqual(body);
  expect((await ask(mock, 'POST /taxes', { body: { tax: { code: 'vat' } } })).status).toBe(409);
});
