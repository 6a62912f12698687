// Reads each part that OpenAPI 3.2 added, and reports its mistakes.
import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../json.ts';
import { inspectModel, readModel } from './read-model.ts';

function createDocument(parts: JsonObject): JsonObject {
  return { openapi: '3.2.0', info: { title: 'A', version: '1' }, ...parts };
}

const read = (parts: JsonObject) => readModel(createDocument(parts), 'a.yaml');

function listMessages(document: JsonValue): string[] {
  const { problems, warnings } = inspectModel(document, 'a.yaml');
  return [...problems, ...warnings].map(({ pointer, message }) => `${pointer} ${message}`);
}

const RESPONSES = { 200: { summary: 'Done' } };
const METHODS = {
  get: { responses: RESPONSES },
  query: { responses: {} },
  additionalOperations: { COPY: {} },
};

test('reads QUERY and additional operations', () => {
  const { operations } = read({ paths: { '/a': METHODS } });
  expect(operations.map(({ id, method, pointer }) => [id, method, pointer])).toEqual([
    ['getA', 'get', '#/paths/~1a/get'],
    ['queryA', 'query', '#/paths/~1a/query'],
    ['copyA', 'COPY', '#/paths/~1a/additionalOperations/COPY'],
  ]);
  expect(operations[0]?.responses[0]).toMatchObject({ summary: 'Done', description: '' });
});

test('ignores members of OpenAPI 3.2 in a document of 3.1, with a warning', () => {
  const document = { ...createDocument({ paths: { '/a': METHODS } }), openapi: '3.1.1' };
  const { model, warnings } = inspectModel(document, 'a.yaml');
  expect(model?.operations.map(({ method }) => method)).toEqual(['get']);
  expect(warnings.map(({ message }) => message)).toEqual([
    'OpenAPI 3.1 has no member "query" here.',
    'OpenAPI 3.1 has no member "additionalOperations" here.',
    'OpenAPI 3.1 has no member "summary" here.',
  ]);
});

const querystring = (content: JsonValue, ...others: JsonObject[]) => ({
  paths: { '/a': { get: { parameters: [{ name: 'q', in: 'querystring', content }, ...others] } } },
});
const FORM = { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } };

test('reads the whole query as one parameter', () => {
  const [operation] = read(querystring(FORM)).operations;
  expect(operation?.parameters).toMatchObject([
    { name: 'q', location: 'query', style: 'form', explode: true, schema: { schema: { type: 'object' } } },
  ]);
  const [other] = read(querystring({ 'application/json': {} })).operations;
  expect(other?.parameters).toMatchObject([{ style: 'whole', content: [{ name: 'application/json' }] }]);
});

test.each<[string, JsonObject, string[]]>([
  [
    'a method with a member of its own',
    { paths: { '/a': { additionalOperations: { POST: {} } } } },
    ['#/paths/~1a/additionalOperations/POST "POST" has a member of its own.'],
  ],
  [
    'a method that is not a token',
    { paths: { '/a': { additionalOperations: { 'A B': {} } } } },
    ['#/paths/~1a/additionalOperations/A B "A B" is not an HTTP method.'],
  ],
  [
    'a query parameter next to the whole query',
    querystring(FORM, { name: 'a', in: 'query', schema: {} }),
    [
      '#/paths/~1a/get/parameters/1 The querystring parameter "q" is the whole query, so "a" cannot be in it.',
    ],
  ],
  [
    'a querystring parameter of two media types',
    querystring({ ...FORM, 'text/plain': {} }),
    ['#/paths/~1a/get/parameters/0 A querystring parameter must have "content" with one media type.'],
  ],
  [
    'a parent that is not declared',
    { tags: [{ name: 'a', parent: 'b' }] },
    ['#/tags/0/parent Tag "b" is not declared.'],
  ],
  [
    'a tag in itself',
    {
      tags: [
        { name: 'a', parent: 'b' },
        { name: 'b', parent: 'a' },
      ],
    },
    ['#/tags/0/parent Tag "a" is nested in itself.', '#/tags/1/parent Tag "b" is nested in itself.'],
  ],
  [
    'an unknown default of a discriminator',
    { components: { schemas: { A: { discriminator: { propertyName: 'a', defaultMapping: 1 } } } } },
    [],
  ],
])('reports %s', (_name, parts, messages) => {
  expect(listMessages(createDocument(parts))).toEqual(messages);
});

test('reads nested tags, and security schemes that are deprecated', () => {
  const tags = [
    { name: 'a', summary: 'A', kind: 'nav' },
    { name: 'b', parent: 'a' },
  ];
  const flows = {
    deviceAuthorization: { deviceAuthorizationUrl: 'https://a/d', tokenUrl: 'https://a/t', scopes: {} },
  };
  const oauth = { type: 'oauth2', deprecated: true, oauth2MetadataUrl: 'https://a/m', flows };
  const model = read({ tags, components: { securitySchemes: { oauth } } });
  expect(model.tags).toMatchObject([tags[0], tags[1]] as object[]);
  expect(model.securitySchemes.get('oauth')).toMatchObject({ deprecated: true, value: { flows } });
});

test('follows references by $self, and media types of components', () => {
  const $self = 'https://example.com/api';
  const content = { 'application/jsonl': { $ref: `${$self}#/components/mediaTypes/Lines` } };
  const itemSchema = { $ref: `${$self}#/components/schemas/A` };
  const { operations, document } = read({
    $self,
    paths: { '/a': { get: { responses: { 200: { content } } } } },
    components: { schemas: { A: { type: 'string' } }, mediaTypes: { Lines: { itemSchema } } },
  });
  expect(operations[0]?.responses[0]?.content[0]).toMatchObject({
    name: 'application/jsonl',
    stream: { format: 'lines', item: { schema: { $ref: '#/components/schemas/A' } } },
  });
  expect(document.$self).toBe($self);
});

test('reads the value of an example from dataValue', () => {
  const schema = { type: 'integer' };
  const examples = { one: { dataValue: 1, serializedValue: '1' } };
  const { document } = read({
    paths: { '/a': { get: { parameters: [{ name: 'a', in: 'query', schema, examples }] } } },
  });
  expect(JSON.stringify(document)).toContain('"value":1');
});

function readStream(mediaType: JsonObject, name = 'text/event-stream', openapi = '3.2.0') {
  const responses = { 200: { description: '', content: { [name]: mediaType } } };
  const document = { ...createDocument({ paths: { '/a': { get: { responses } } } }), openapi };
  return readModel({ ...document, components: COMPONENTS }, 'a').operations[0]?.responses[0]?.content[0];
}

const JSON_DATA = { type: 'string', contentMediaType: 'application/json', contentSchema: { type: 'object' } };
const COMPONENTS = {
  schemas: {
    Added: { properties: { event: { const: 'added' }, data: JSON_DATA } },
    Done: { properties: { data: { const: '[DONE]' } } },
  },
};

test.each([
  ['application/jsonl', 'lines'],
  ['application/x-ndjson; charset=utf-8', 'lines'],
  ['application/geo+json-seq', 'sequence'],
  ['multipart/mixed', 'parts'],
])('reads the items of %s', (name, format) => {
  const item = { schema: { type: 'string' }, pointer: expect.any(String) as string };
  expect(readStream({ itemSchema: { type: 'string' } }, name)?.stream).toEqual({ format, item });
  const array = { type: 'array', items: { type: 'string' } };
  expect(readStream({ schema: array }, name)?.stream).toEqual({ format, item });
  expect(readStream({ schema: array }, name, '3.1.1')?.stream).toBeUndefined();
  expect(readStream({ 'x-item-schema': { type: 'string' } }, name, '3.1.1')?.stream).toEqual({
    format,
    item,
  });
});

test('other media types have no items', () => {
  expect(readStream({ itemSchema: {} }, 'application/json')?.stream).toBeUndefined();
  expect(readStream({ itemSchema: {} }, 'multipart/form-data')?.stream).toBeUndefined();
});

test.each<[string, JsonValue, JsonValue, object | undefined]>([
  [
    'text',
    { properties: { data: { type: 'string' } } },
    { properties: { data: { type: 'string' } } },
    undefined,
  ],
  [
    'JSON',
    { properties: { data: JSON_DATA } },
    { properties: { data: { type: 'object' } } },
    { json: true, texts: [] },
  ],
  [
    'JSON of some events',
    {
      properties: { data: { type: 'string' } },
      oneOf: [{ $ref: '#/components/schemas/Added' }, { properties: { event: { const: 'other' } } }],
    },
    {
      properties: { data: { anyOf: [{ type: 'string' }, { type: 'object' }] } },
      oneOf: [
        { properties: { event: { const: 'added' }, data: { type: 'object' } } },
        { properties: { event: { const: 'other' } } },
      ],
    },
    { json: ['added'], texts: [] },
  ],
  [
    'JSON and a text',
    { anyOf: [{ properties: { data: JSON_DATA } }, { $ref: '#/components/schemas/Done' }] },
    { anyOf: [{ properties: { data: { type: 'object' } } }, { properties: { data: { const: '[DONE]' } } }] },
    { json: true, texts: ['[DONE]'] },
  ],
])('decodes events whose data is %s', (...[, itemSchema, schema, eventData]) => {
  const stream = readStream({ itemSchema } as JsonObject)?.stream;
  expect(stream?.item.schema).toEqual(schema);
  expect(stream?.eventData).toEqual(eventData);
});
