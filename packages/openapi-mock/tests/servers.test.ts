import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const text = { type: 'string' };
const FILE = { type: 'object', required: ['id'], properties: { id: text } };
const json = (schema: JsonValue) => ({ content: { 'application/json': { schema } } });
const ok = (schema: JsonValue) => ({ description: 'Done', ...json(schema) });

function createFilesMock(servers: readonly JsonObject[], upload: readonly JsonObject[] = []) {
  const id = { name: 'id', in: 'path', required: true, schema: text };
  const created = { ...ok(FILE), headers: { Location: { schema: text } } };
  const files = {
    ...(upload.length > 0 ? { servers: [...upload] } : {}),
    post: { requestBody: json({ type: 'object' }), responses: { '201': created } },
  };
  const settings = {
    get: { responses: { '200': ok({ type: 'object', properties: { theme: text } }) } },
    put: {
      requestBody: json({ type: 'object', properties: { theme: text } }),
      responses: { '204': { description: 'Done' } },
    },
  };
  const file = { parameters: [id], get: { responses: { '200': ok(FILE), '404': { description: 'None' } } } };
  return createMock({
    openapi: '3.1.1',
    info: { title: 'Files', version: '1' },
    servers: [...servers],
    paths: { '/files': files, '/files/{id}': file, '/settings': settings },
  });
}

const API = { url: 'https://api.example.com/v1' };
const UPLOAD = { url: 'https://api.example.com/upload/v1' };

test('an operation is at its own servers, and at no other', async () => {
  const mock = createFilesMock([API], [UPLOAD]);
  const statuses: [string, number][] = [];
  for (const path of ['/upload/v1/files', '/files', '/v1/files'])
    statuses.push([path, (await ask(mock, `POST ${path}`, { body: {} })).status]);
  expect(statuses).toEqual([
    ['/upload/v1/files', 201],
    ['/files', 201],
    ['/v1/files', 404],
  ]);
});

test('Location names the server of the operation that reads', async () => {
  const mock = createFilesMock([API], [UPLOAD]);
  const { headers, body } = await ask(mock, 'POST /upload/v1/files', { body: {} });
  expect(headers.get('location')).toBe(`/v1/files/${body.id}`);
  expect((await ask(mock, `GET ${headers.get('location')}`)).body).toEqual(body);
});

const VERSIONS = {
  url: 'https://h/{version}',
  variables: { version: { default: 'v1', enum: ['v1', 'v2'] } },
};

test('a request may have each value of a variable in the path of a server', async () => {
  const mock = createFilesMock([VERSIONS]);
  const { headers, body } = await ask(mock, 'POST /v2/files', { body: {} });
  expect(headers.get('location')).toBe(`/v2/files/${body.id}`);
  for (const version of ['/v1', '/v2', ''])
    expect((await ask(mock, `GET ${version}/files/${body.id}`)).body).toEqual(body);
  expect((await ask(mock, `GET /v3/files/${body.id}`)).status).toBe(404);
});

test('a single value is the same at all servers', async () => {
  const mock = createFilesMock([VERSIONS]);
  await ask(mock, 'PUT /v2/settings', { body: { theme: 'dark' } });
  for (const version of ['/v1', '/v2', ''])
    expect((await ask(mock, `GET ${version}/settings`)).body).toEqual({ theme: 'dark' });
});

test('the path of a server is not taken for a parameter', async () => {
  const parameters = ['owner', 'name'].map((name) => ({ name, in: 'path', required: true, schema: text }));
  const mock = createMock({
    openapi: '3.1.1',
    info: { title: 'Repositories', version: '1' },
    servers: [{ url: '/v1' }],
    paths: {
      '/{owner}/{name}': { parameters, get: { responses: { '200': ok({ const: 'repository' }) } } },
      '/status': { get: { responses: { '200': ok({ type: 'array', maxItems: 0 }) } } },
    },
  });
  expect((await ask(mock, 'GET /v1/status')).body).toEqual([]);
});
