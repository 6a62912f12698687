import { expect, test } from 'vitest';
import { DocumentInvalidError, type JsonValue, readModel } from './index.ts';

function documentOf(parts: { [name: string]: JsonValue }): JsonValue {
  return { openapi: '3.1.1', info: { title: 'Test', version: '1' }, ...parts };
}

function problemsOf(document: JsonValue): string[] {
  try {
    readModel(document, 'test.json');
  } catch (error) {
    if (error instanceof DocumentInvalidError) return error.problems.map(({ pointer }) => pointer);
    throw error;
  }
  return [];
}

const TASKS = documentOf({
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

test('operations are read with method, path and place; one without an operationId is named after both', () => {
  expect(model.operations.map(({ id, method, path, pointer }) => [id, method, path, pointer])).toEqual([
    ['getTask', 'get', '/tasks/{id}', '#/paths/~1tasks~1{id}/get'],
    ['deleteTasksId', 'delete', '/tasks/{id}', '#/paths/~1tasks~1{id}/delete'],
    ['createTask', 'post', '/tasks', '#/paths/~1tasks/post'],
  ]);
});

test('parameters of the path item are joined, the own ones hold, references are resolved, reserved headers ignored', () => {
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

test('security is the own one, or that of the document', () => {
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
  ['another version', documentOf({ openapi: '3.0.3' }), ['#/openapi']],
  ['paths that are no object', documentOf({ paths: [] }), ['#/paths']],
  ['a path item that is none', documentOf({ paths: { '/a': 1 } }), ['#/paths/~1a']],
  [
    'a flag that is none',
    documentOf({ paths: { '/a': { get: { deprecated: 'yes' } } } }),
    ['#/paths/~1a/get/deprecated'],
  ],
  [
    'a status that is none',
    documentOf({ paths: { '/a': { get: { responses: { ok: {} } } } } }),
    ['#/paths/~1a/get/responses/ok'],
  ],
  [
    'a schema that is none',
    documentOf({ components: { schemas: { A: 'string' } } }),
    ['#/components/schemas/A'],
  ],
  [
    'a parameter without place',
    documentOf({ paths: { '/a': { parameters: [{ name: 'a' }], get: {} } } }),
    ['#/paths/~1a/parameters/0'],
  ],
  [
    'a parameter without schema',
    documentOf({ paths: { '/a': { get: { parameters: [{ name: 'a', in: 'query' }] } } } }),
    ['#/paths/~1a/get/parameters/0'],
  ],
  [
    'a path parameter that is not declared',
    documentOf({ paths: { '/{a}': { get: {} } } }),
    ['#/paths/~1{a}/get'],
  ],
  [
    'an operationId twice',
    documentOf({ paths: { '/a': { get: { operationId: 'a' }, put: { operationId: 'a' } } } }),
    ['#/paths/~1a/put'],
  ],
  [
    'a reference that leads nowhere',
    documentOf({ components: { examples: { A: { $ref: '#/components/examples/B' } } } }),
    ['#/components/examples/A/$ref'],
  ],
  [
    'a reference out of the document',
    documentOf({ components: { responses: { A: { $ref: 'other.yaml' } } } }),
    ['#/components/responses/A/$ref'],
  ],
  ['a reference to itself', documentOf({ paths: { '/a': { $ref: '#/paths/~1a' } } }), ['#/paths/~1a']],
])('%s is a problem with its place', (_name, document, pointers) => {
  expect(problemsOf(document)).toEqual(pointers);
});

test('data that looks like a reference is none', () => {
  const $ref = '#/nowhere';
  const schemas = { A: { const: { $ref }, 'x-a': { $ref }, properties: { $ref: { type: 'string' } } } };
  expect(problemsOf(documentOf({ 'x-a': { $ref }, components: { schemas } }))).toEqual([]);
});

test('all problems are reported at once, a line each: place, finding, repair', () => {
  const document = documentOf({ openapi: '2.0', components: { schemas: { A: 1 } } });
  expect(() => readModel(document, 'api.yaml')).toThrow(
    'api.yaml#/openapi: The version is 2.0. Only OpenAPI 3.1 is read; convert it.\n' +
      'api.yaml#/components/schemas/A: This is no schema. Write an object of keywords, true or false.',
  );
});
