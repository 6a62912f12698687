// Faults of files, of path items and of maps: operations without them are kept.
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { inspectDocument } from '../load-document.ts';
import { skipOperations } from './skip-operations.ts';

const HEAD = 'info: { title: A, version: "1" }';
const operation = (id: string, others = '') =>
  `{ get: { operationId: ${id}, responses: { 200: { description: ok } }${others} } }`;
const uses = (reference: string) =>
  `{ get: { operationId: used, responses: { 200: { description: ok, content: { application/json: { schema: { $ref: "${reference}" } } } } } } }`;

/** Reads files by their names, `api.yaml` first, and omits the operations with problems. */
async function skip(files: { [name: string]: string }) {
  const read = await inspectDocument('api.yaml', {
    readFile: async (url) => {
      const text = files[basename(url.pathname)];
      if (text === undefined) throw new Error('Not found.');
      return new TextEncoder().encode(text);
    },
  });
  const { model, document, locate, problems, warnings, fileProblems } = read;
  if (!model) throw new Error('The document has no model.');
  expect(problems.length).toBeGreaterThan(0);
  const found = { problems, warnings };
  const rest = skipOperations({ document, locate, model, found, fileProblems }, (_model, again) => again);
  return {
    problems: rest.found.problems.map(({ pointer }) => pointer),
    kept: rest.model.operations.map(({ id }) => id),
    skipped: rest.skipped,
    reported: rest.reported.map(({ pointer }) => pointer),
  };
}

const fine = `  /fine: ${operation('fine')}`;
const openapi = (...lines: string[]) => ['openapi: 3.1.0', HEAD, ...lines].join('\n');
const USED = ['used (GET /used)'];

test.each<[string, { [name: string]: string }, string[]]>([
  [
    'a path that is written twice',
    { 'api.yaml': openapi('paths:', fine, `  /a: ${operation('x')}`, `  /a: ${operation('a')}`) },
    ['a (GET /a)'],
  ],
  [
    'a path without a slash',
    { 'api.yaml': openapi('paths:', fine, `  a: ${operation('a')}`) },
    ['a (GET /a)'],
  ],
  [
    'two paths that differ in a slash',
    { 'api.yaml': openapi('paths:', fine, `  b: ${operation('b')}`, `  /b: ${operation('c')}`) },
    ['b (GET b)'],
  ],
  ['a path item that is no object', { 'api.yaml': openapi('paths:', fine, '  /a: 5') }, []],
  [
    'an operation that is no object',
    { 'api.yaml': openapi('paths:', fine, `  /a: { get: 5, put: { responses: {} } }`) },
    ['GET /a'],
  ],
  [
    'parameters of a path item',
    {
      'api.yaml': openapi(
        'paths:',
        fine,
        `  /a:`,
        `    parameters: [{ $ref: "#/components/parameters/Gone" }]`,
        `    get: { operationId: a }`,
      ),
    },
    ['a (GET /a)'],
  ],
  [
    'a path item that refers to nothing',
    { 'api.yaml': openapi('paths:', fine, '  /a: { $ref: "#/components/pathItems/Gone" }') },
    [],
  ],
  [
    'tags that are a reference',
    { 'api.yaml': openapi('tags: { $ref: tags.yaml }', 'paths:', fine), 'tags.yaml': '- name: a' },
    [],
  ],
  ['webhooks that are a list', { 'api.yaml': openapi('webhooks: []', 'paths:', fine) }, []],
  [
    'schemas that are a reference',
    {
      'api.yaml': openapi(
        'paths:',
        fine,
        `  /used: ${uses('#/components/schemas/A')}`,
        'components: { schemas: { $ref: schemas.yaml } }',
      ),
      'schemas.yaml': 'A: { type: string }',
    },
    USED,
  ],
  [
    'a list of schemas',
    {
      'api.yaml': openapi(
        'paths:',
        fine,
        `  /used: ${uses('#/components/schemas/A')}`,
        'components: { schemas: [] }',
      ),
    },
    USED,
  ],
  ['a file that is missing', { 'api.yaml': openapi('paths:', fine, `  /used: ${uses('none.yaml')}`) }, USED],
  [
    'a file with an error of syntax',
    { 'api.yaml': openapi('paths:', fine, `  /used: ${uses('a.yaml')}`), 'a.yaml': 'a: [' },
    USED,
  ],
  [
    'a key that is written twice in another file',
    {
      'api.yaml': openapi('paths:', fine, `  /used: ${uses('a.yaml#/A')}`),
      'a.yaml': 'A: { type: string, type: string }',
    },
    USED,
  ],
  [
    'a key that is written twice in an unused part of another file',
    {
      'api.yaml': openapi('paths:', fine, `  /used: ${uses('a.yaml#/A')}`),
      'a.yaml': 'A: { type: string }\nB: { type: string, type: string }',
    },
    [],
  ],
  [
    '$id: "#Name"',
    { 'api.yaml': openapi('paths:', fine, `  /used: ${uses('a.yaml#/A')}`), 'a.yaml': 'A: { $id: "#A" }' },
    USED,
  ],
  [
    'definitions of Swagger 2.0',
    {
      'api.yaml': [
        'swagger: "2.0"',
        HEAD,
        'paths:',
        fine,
        '  /used: { get: { operationId: used, responses: { 200: { description: ok, schema: { $ref: "#/definitions/A" } } } } }',
        'definitions: { A: { items: { $ref: "#/definitions/Gone" } } }',
      ].join('\n'),
    },
    USED,
  ],
  [
    'a reference in place of the definitions of Swagger 2.0',
    {
      'api.yaml': [
        'swagger: "2.0"',
        HEAD,
        'paths:',
        fine,
        '  /used: { get: { operationId: used, responses: { 200: { description: ok, schema: { $ref: "#/definitions/A" } } } } }',
        'definitions: { $ref: a.yaml }',
      ].join('\n'),
      'a.yaml': 'A: {}',
    },
    USED,
  ],
])('%s', async (_name, files, skipped) => {
  const result = await skip(files);
  expect(result).toMatchObject({ problems: [], skipped });
  expect(result.kept).toContain('fine');
});

test.each([
  [
    'a key of the document that is written twice',
    openapi('info: { title: A, version: "1" }', 'paths:', fine),
    '#/info',
  ],
  [
    'a title without quotes',
    `openapi: 3.1.0\ninfo: { title: 1, version: "1" }\npaths:\n${fine}`,
    '#/info/title',
  ],
  ['a version without quotes', `openapi: 3.1\n${HEAD}\npaths:\n${fine}`, '#/openapi'],
  ['a version that is short', `openapi: "3.0"\n${HEAD}\npaths:\n${fine}`, '#/openapi'],
  ['a version of Swagger without quotes', `swagger: 2.0\n${HEAD}\npaths:\n${fine}`, '#/swagger'],
  [
    'an unknown dialect',
    openapi('jsonSchemaDialect: https://a.example/b', 'paths:', fine),
    '#/jsonSchemaDialect',
  ],
])('%s is accepted, since no operation leads to it', async (_name, text, pointer) => {
  const { problems, reported, kept, skipped } = await skip({ 'api.yaml': text });
  expect({ problems, reported, kept, skipped }).toEqual({
    problems: [],
    reported: [pointer],
    kept: ['fine'],
    skipped: [],
  });
});

test('a fault of the document that has no plain reading remains', async () => {
  const { problems } = await skip({ 'api.yaml': `openapi: 3.1.0\ninfo: 5\npaths:\n${fine}` });
  expect(problems).toEqual(['#/info']);
});

test('omits what leads to a schema of an unknown dialect', async () => {
  const components = 'components: { schemas: { A: { $schema: "https://a.example/b" } } }';
  const document = openapi('paths:', fine, `  /used: ${uses('#/components/schemas/A')}`, components);
  expect(await skip({ 'api.yaml': document })).toMatchObject({ problems: [], skipped: USED, kept: ['fine'] });
});
