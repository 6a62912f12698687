import { expect, test } from 'vitest';
import { DocumentInvalidError, type JsonValue, readModel } from '../index.ts';

function createDocument(parts: { [name: string]: JsonValue }): JsonValue {
  return { openapi: '3.1.1', info: { title: 'Test', version: '1' }, ...parts };
}

function listProblems(document: JsonValue): string[] {
  try {
    readModel(document, 'test.json');
  } catch (error) {
    if (error instanceof DocumentInvalidError) return error.problems.map(({ pointer }) => pointer);
    throw error;
  }
  return [];
}

const TASKS = createDocument({
  security: [{ key: ['read'] }],
  paths: {
    'x-note': 1,
    '/tasks/{id}': {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'page', in: 'query', schema: { type: 'integer' } },
      ],
      get: {
        operationId: 'getTask',
        tags: ['Tasks'],
        parameters: [
          { name: 'page', in: 'query', required: true, schema: { type: 'string' } },
          { $ref: '#/components/parameters/Trace' },
          { name: 'Content-Type', in: 'header', schema: { type: 'string' } },
        ],
        responses: {
          '200': { $ref: '#/components/responses/Task' },
          '4XX': { description: 'Wrong' },
          default: { description: 'Other' },
        },
      },
      delete: { security: [], deprecated: true },
    },
    '/tasks': {
      post: {
        operationId: 'createTask',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Task' } } },
        },
        responses: {
          '202': {
            description: 'Accepted',
            links: { task: { operationId: 'getTask', parameters: { id: '$response.body#/id' } } },
          },
        },
        callbacks: {
          done: { '{$request.body#/url}': { post: { responses: { '200': { description: 'Seen' } } } } },
        },
      },
    },
  },
  webhooks: { taskDone: { post: { requestBody: { content: { 'application/json': { schema: true } } } } } },
  components: {
    parameters: { Trace: { name: 'X-Trace', in: 'header', schema: { type: 'string' } } },
    responses: {
      Task: {
        description: 'A task',
        headers: { 'Content-Type': {}, RateLimit: { required: true, schema: { type: 'string' } } },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Task' } } },
      },
    },
    schemas: { Task: { type: 'object' }, Never: false },
  },
});

const model = readModel(TASKS, 'test.json');

function operation(id: string) {
  const found = model.operations.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`There is no operation ${id}.`);
  return found;
}

test('operations are read with method, path and location; without an operationId, method and path form the id', () => {
  expect(model.operations.map(({ id, method, path, pointer }) => [id, method, path, pointer])).toEqual([
    ['getTask', 'get', '/tasks/{id}', '#/paths/~1tasks~1{id}/get'],
    ['deleteTasksId', 'delete', '/tasks/{id}', '#/paths/~1tasks~1{id}/delete'],
    ['createTask', 'post', '/tasks', '#/paths/~1tasks/post'],
  ]);
});

const B = { name: 'b', in: 'path', required: true, schema: { type: 'string' } };

test.each([
  ['', 'getAB'],
  ['fd79ad4497de7df04502d824700f21fa', 'getAB'],
  ['_133f804f13c47dc8256449719e16304b', 'getAB'],
  ['DA39A3EE5E6B4B0D3255BFEF95601890AFD80709', 'getAB'],
  ['0f8fad5b-d9cb-469f-a165-70867728950e', 'getAB'],
  ['decade2020', 'decade2020'],
  ['getfd79ad4497de7df04502d824700f21fa', 'getfd79ad4497de7df04502d824700f21fa'],
])('the operationId "%s" gives the id %s', (operationId, id) => {
  const get = { operationId, responses: { 204: { description: 'Done.' } } };
  const document = createDocument({ paths: { '/a/{b}': { parameters: [B], get } } });
  expect(readModel(document, 'a.json').operations).toMatchObject([
    { id, operationId: operationId || undefined },
  ]);
});

test('names created from method and path are unique', () => {
  const [get, put] = [{}, { operationId: 'getA' }];
  const document = createDocument({ paths: { '/a': { get, put }, '/a/': { get } } });
  expect(readModel(document, 'a.json').operations.map(({ id }) => id)).toEqual(['getA2', 'getA', 'getA3']);
});

test('parameters of the path item are joined, those of the operation override them, references are resolved, reserved headers are ignored', () => {
  expect(operation('getTask').parameters).toMatchObject([
    { name: 'id', location: 'path', style: 'simple', explode: false },
    { name: 'page', location: 'query', required: true, style: 'form', explode: true },
    { name: 'X-Trace', location: 'header', required: false, pointer: '#/components/parameters/Trace' },
  ]);
});

test('responses are read by status, range and default, with headers, content and links', () => {
  const [ok, ...others] = operation('getTask').responses;
  expect(ok).toMatchObject({
    status: '200',
    headers: [{ name: 'RateLimit', required: true }],
    content: [{ name: 'application/json', schema: { schema: { $ref: '#/components/schemas/Task' } } }],
  });
  expect(others.map(({ status }) => status)).toEqual(['4XX', 'default']);
  expect(operation('createTask').responses[0]?.links).toMatchObject([
    { name: 'task', operationId: 'getTask' },
  ]);
});

test('security is that of the operation, or that of the document', () => {
  expect(operation('getTask').security).toEqual([{ key: ['read'] }]);
  expect(operation('deleteTasksId')).toMatchObject({ security: [], deprecated: true });
});

test('callbacks and webhooks hold operations', () => {
  expect(operation('createTask').callbacks).toMatchObject([
    { name: 'done', expression: '{$request.body#/url}', operations: [{ method: 'post' }] },
  ]);
  expect(model.webhooks).toMatchObject([
    { name: 'taskDone', operations: [{ requestBody: { required: false } }] },
  ]);
});

test('component schemas are kept in their order, false among them', () => {
  expect([...model.schemas]).toEqual([
    ['Task', { schema: { type: 'object' }, pointer: '#/components/schemas/Task' }],
    ['Never', { schema: false, pointer: '#/components/schemas/Never' }],
  ]);
});

test.each<[string, JsonValue, string[]]>([
  ['no object', [], ['#']],
  ['another version', createDocument({ openapi: '4.0.0' }), ['#/openapi']],
  ['no version', { info: {} }, ['#/openapi']],
  ['a version that is a number', createDocument({ openapi: 3.1 }), ['#/openapi']],
  ['Swagger 1.2', { swagger: '1.2' }, ['#/swagger']],
  ['no title', { openapi: '3.1.1', info: { version: 1 } }, ['#/info/version']],
  [
    'a dialect that is not known',
    createDocument({ jsonSchemaDialect: 'http://json-schema.org/draft-03/schema#' }),
    ['#/jsonSchemaDialect'],
  ],
  [
    'a schema of another dialect',
    createDocument({ components: { schemas: { A: { $schema: 'urn:x' } } } }),
    ['#/components/schemas/A/$schema'],
  ],
  ['paths that are no object', createDocument({ paths: [] }), ['#/paths']],
  ['an invalid path item', createDocument({ paths: { '/a': 1 } }), ['#/paths/~1a']],
  [
    'an invalid flag',
    createDocument({ paths: { '/a': { get: { deprecated: 'yes' } } } }),
    ['#/paths/~1a/get/deprecated'],
  ],
  [
    'an invalid status',
    createDocument({ paths: { '/a': { get: { responses: { ok: {} } } } } }),
    ['#/paths/~1a/get/responses/ok'],
  ],
  [
    'an invalid schema',
    createDocument({ components: { schemas: { A: 'string' } } }),
    ['#/components/schemas/A'],
  ],
  [
    'a parameter without location',
    createDocument({ paths: { '/a': { parameters: [{ name: 'a' }], get: {} } } }),
    ['#/paths/~1a/parameters/0'],
  ],
  [
    'a parameter without schema',
    createDocument({ paths: { '/a': { get: { parameters: [{ name: 'a', in: 'query' }] } } } }),
    ['#/paths/~1a/get/parameters/0'],
  ],
  [
    'a parameter with both a schema and a content',
    createDocument({
      paths: { '/a': { get: { parameters: [{ name: 'a', in: 'query', schema: {}, content: {} }] } } },
    }),
    ['#/paths/~1a/get/parameters/0'],
  ],
  [
    'a request body without content',
    createDocument({ paths: { '/a': { put: { requestBody: { required: true } } } } }),
    ['#/paths/~1a/put/requestBody'],
  ],
  [
    'an operationId twice',
    createDocument({ paths: { '/a': { get: { operationId: 'a' }, put: { operationId: 'a' } } } }),
    ['#/paths/~1a/put'],
  ],
  [
    'a reference that leads nowhere',
    createDocument({ components: { examples: { A: { $ref: '#/components/examples/B' } } } }),
    ['#/components/examples/A/$ref'],
  ],
  [
    'a reference out of the document',
    createDocument({ components: { responses: { A: { $ref: 'other.yaml' } } } }),
    ['#/components/responses/A/$ref'],
  ],
  ['a reference to itself', createDocument({ paths: { '/a': { $ref: '#/paths/~1a' } } }), ['#/paths/~1a']],
])('reports %s with its location', (_name, document, pointers) => {
  expect(listProblems(document)).toEqual(pointers);
});

test('data that looks like a reference is not resolved', () => {
  const $ref = '#/nowhere';
  const schemas = { A: { const: { $ref }, 'x-a': { $ref }, properties: { $ref: { type: 'string' } } } };
  expect(listProblems(createDocument({ 'x-a': { $ref }, components: { schemas } }))).toEqual([]);
});

test('all problems are reported at once, a line each: location, finding, repair', () => {
  const document = createDocument({ paths: [], components: { schemas: { A: 1 } } });
  expect(() => readModel(document, 'api.yaml')).toThrow(
    'api.yaml #/paths "paths" must be an object. Correct the value.\n' +
      'api.yaml #/components/schemas/A Expected a schema. Use an object of keywords, true or false.',
  );
});

test('members of a path item beside its $ref count with those that it refers to', () => {
  const parameters = [{ name: 'a', in: 'query', schema: {} }];
  const document = createDocument({
    paths: { '/a': { $ref: '#/components/pathItems/A', parameters, put: {} } },
    components: { pathItems: { A: { summary: 'A', get: {} } } },
  });
  const [read, written] = readModel(document, 'test.json').operations;
  expect(read).toMatchObject({
    method: 'get',
    pointer: '#/components/pathItems/A/get',
    parameters: [{ name: 'a' }],
  });
  expect(written).toMatchObject({ method: 'put', pointer: '#/paths/~1a/put', parameters: [{ name: 'a' }] });
});

test('a description beside a reference overrides that of its target', () => {
  const document = createDocument({
    paths: {
      '/a': { get: { responses: { 200: { $ref: '#/components/responses/A', description: 'here' } } } },
    },
    components: { responses: { A: { description: 'there' } } },
  });
  expect(readModel(document, 'test.json').operations[0]?.responses[0]?.description).toBe('here');
});

const CALLBACK = {
  '{$request.body#/url}': { post: { callbacks: { again: { $ref: '#/components/callbacks/A' } } } },
};
const NESTED = {
  content: { a: { encoding: { b: { headers: { c: { $ref: '#/components/headers/A' } } } } } },
};

test.each<[string, JsonValue, string[]]>([
  [
    'a callback inside itself',
    createDocument({
      paths: { '/a': { get: { callbacks: { a: { $ref: '#/components/callbacks/A' } } } } },
      components: { callbacks: { A: CALLBACK } },
    }),
    ['#/components/callbacks/A/{$request.body#~1url}/post'],
  ],
  [
    'a header inside itself',
    createDocument({
      paths: {
        '/a': { get: { responses: { 200: { headers: { A: { $ref: '#/components/headers/A' } } } } } },
      },
      components: { headers: { A: NESTED } },
    }),
    ['#/components/headers/A'],
  ],
  [
    'a circle among components that nothing uses',
    createDocument({
      components: {
        responses: { A: { $ref: '#/components/responses/B' }, B: { $ref: '#/components/responses/A' } },
      },
    }),
    ['#/components/responses/A', '#/components/responses/B'],
  ],
  ['a path without a slash', createDocument({ paths: { a: {}, '': {} } }), ['#/paths/~1a', '#/paths/~1']],
  [
    'an operation both in a path item and in what it refers to',
    createDocument({
      paths: { '/a': { $ref: '#/components/pathItems/A', get: {} } },
      components: { pathItems: { A: { get: {} } } },
    }),
    ['#/components/pathItems/A/get'],
  ],
])('reports %s with its location', (_name, document, pointers) => {
  expect(listProblems(document)).toEqual(pointers);
});

test('a header or component may have a name that starts as an extension does', () => {
  const document = createDocument({
    paths: {
      'x-a': 1,
      '/a': { get: { responses: { 'x-b': 1, 200: { headers: { 'x-c': { schema: {} } } } } } },
    },
    components: { schemas: { 'x-d': { $anchor: 'd' } } },
  });
  const model = readModel(document, 'test.json');
  expect(model.operations[0]?.responses[0]?.headers[0]?.name).toBe('x-c');
  expect(model.resolver.resolve('#d', '#')?.pointer).toBe('#/components/schemas/x-d');
});

test.each([
  [
    'a response',
    { paths: { '/a': { get: { responses: { 200: { $ref: '#/components/parameters/P' } } } } } },
    '#/paths/~1a/get/responses/200/$ref The reference #/components/parameters/P must lead to a response (got a parameter).',
  ],
  [
    'a request body',
    { paths: { '/a': { post: { requestBody: { $ref: '#/components/schemas/S' }, responses: {} } } } },
    '#/paths/~1a/post/requestBody/$ref The reference #/components/schemas/S must lead to a request body (got a schema).',
  ],
  [
    'a schema',
    { components: { schemas: { A: { $ref: '#/components/parameters/P' } } } },
    '#/components/schemas/A/$ref The reference #/components/parameters/P must lead to a schema (got a parameter).',
  ],
])('a reference in place of %s to an object of another kind is reported', (_name, parts, expected) => {
  const P = { name: 'p', in: 'query', schema: { type: 'string' } };
  const components = { parameters: { P }, schemas: { S: {} } };
  const own = 'components' in parts ? parts.components : {};
  const document = {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    ...parts,
    components: { ...components, ...own },
  };
  expect(() => readModel(document as never, 'a.json')).toThrow(expected);
});
