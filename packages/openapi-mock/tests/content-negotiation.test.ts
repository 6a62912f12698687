import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';

const MARKUP = '<data><v>3</v></data>';
const DATA = { type: 'object', xml: { name: 'data' }, properties: { v: { type: 'integer' } } };
const CONTENT = {
  'application/vnd.acme.v2+json': { schema: { type: 'object' }, example: { v: 2 } },
  'application/vnd.acme.v1+json': { schema: { type: 'object' }, example: { v: 1 } },
  'text/csv': { schema: { type: 'string' }, example: 'a,b\n1,2\n' },
  'application/xml': { schema: DATA, example: MARKUP },
};
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

function createDataMock(content: JsonObject, others: JsonObject = {}) {
  const responses = { '200': { description: 'Data', content }, ...others };
  return createMock({
    openapi: '3.0.3',
    info: { title: 'Data', version: '1.0.0' },
    paths: { '/data': { get: { responses } } },
  });
}

async function get({ fetch }: Pick<ReturnType<typeof createMock>, 'fetch'>, accept: string) {
  const response = await fetch(new Request('http://mock.example/data', { headers: { accept } }));
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: await response.text(),
  };
}

test.each([
  { accept: '*/*', type: 'application/vnd.acme.v2+json', body: '{"v":2}' },
  { accept: 'application/vnd.acme.v1+json', type: 'application/vnd.acme.v1+json', body: '{"v":1}' },
  { accept: 'text/csv', type: 'text/csv', body: 'a,b\n1,2\n' },
  { accept: 'application/xml', type: 'application/xml', body: MARKUP },
  { accept: BROWSER, type: 'application/xml', body: MARKUP },
])('Accept: $accept gets $type', async ({ accept, type, body }) => {
  expect(await get(createDataMock(CONTENT), accept)).toEqual({ status: 200, type, body });
});

test.each([
  { accept: 'application/xml', body: '<doc id="7"/>' },
  { accept: 'application/vnd.api+json', body: '{"data":{}}' },
  { accept: 'application/json', body: '{"id":"9"}' },
])('a read by an id has the example of $accept', async ({ accept, body }) => {
  const schema = { type: 'object', properties: { id: { type: 'string' } } };
  const content = {
    'application/json': { schema },
    'application/vnd.api+json': { schema: { type: 'object' }, example: { data: {} } },
    'application/xml': { schema, example: '<doc id="7"/>' },
  };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const mock = createMock({
    openapi: '3.0.3',
    info: { title: 'Docs', version: '1.0.0' },
    paths: { '/docs/{id}': { get: { parameters, responses: { '200': { description: 'It', content } } } } },
  });
  const response = await mock.fetch(new Request('http://mock.example/docs/9', { headers: { accept } }));
  expect(await response.text()).toBe(body);
});

test('a documented 406 is the response to a type that the document does not have', async () => {
  const mock = createDataMock(CONTENT, { '406': { description: 'Not acceptable' } });
  expect((await get(mock, 'image/png')).status).toBe(406);
  expect((await get(mock, 'image/png, text/*;q=0.1')).type).toBe('text/csv');
});

test('without a documented 406, a type that the document does not have is disregarded', async () => {
  const { status, type } = await get(createDataMock(CONTENT), 'image/png');
  expect([status, type]).toEqual([200, 'application/vnd.acme.v2+json']);
});

test('XML is made from the schema where no example is XML', async () => {
  const schema = { ...DATA, example: { v: 7 } };
  const { body } = await get(createDataMock({ 'application/xml': { schema } }), 'application/xml');
  expect(body).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<data><v>7</v></data>');
});

test('a resource is XML for a client that accepts only that', async () => {
  const schema = { $ref: '#/components/schemas/Pet' };
  const content = { 'application/json': { schema }, 'application/xml': { schema } };
  const { fetch } = createMock({
    openapi: '3.0.3',
    info: { title: 'Pets', version: '1.0.0' },
    paths: {
      '/pets': {
        post: { requestBody: { content }, responses: { '201': { description: 'Created', content } } },
      },
      '/pets/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { '200': { description: 'The pet', content } } },
      },
    },
    components: {
      schemas: {
        Pet: {
          type: 'object',
          properties: {
            id: { type: 'integer', xml: { attribute: true } },
            name: { type: 'string', example: 'Milo' },
          },
        },
      },
    },
  });
  const headers = { accept: 'application/xml', 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Rex & Co' });
  const created = await fetch(new Request('http://mock.example/pets', { method: 'POST', headers, body }));
  const read = await fetch(new Request('http://mock.example/pets/1', { headers }));
  const expected = '<?xml version="1.0" encoding="UTF-8"?>\n<Pet id="1"><name>Rex &amp; Co</name></Pet>';
  expect([await created.text(), await read.text()]).toEqual([expected, expected]);
});
