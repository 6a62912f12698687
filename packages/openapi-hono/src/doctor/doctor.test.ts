import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doctor } from './doctor.ts';
import { LEVELS } from './level.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-doctor-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function listFindings(parts: object, openapi = '3.1.1') {
  const path = join(folder, 'api.json');
  const head = { openapi, info: { title: 'Test', version: '1' }, jsonSchemaDialect: DIALECT, paths: {} };
  await writeFile(path, JSON.stringify({ ...head, ...parts }, null, 2));
  return doctor(path);
}

async function listRules(parts: object, openapi?: string) {
  const findings = await listFindings(parts, openapi);
  return findings
    .filter(({ rule }) => rule !== 'unsupported' && rule !== 'official-schema')
    .map(({ rule, pointer }) => `${rule} ${pointer}`);
}

function schema(schema: object) {
  return { components: { schemas: { A: schema, B: { type: 'string' } } } };
}

function post(operation: object) {
  return { paths: { '/a': { post: { responses: {}, ...operation } } } };
}

const json = { schema: { type: 'object' } };
const $ref = '#/components/schemas/B';

test.each<[string, object, string[]]>([
  ['nothing', {}, []],
  ['no dialect', { jsonSchemaDialect: undefined }, ['dialect #']],
  [
    'an encoding of no property',
    post({
      requestBody: {
        content: { 'multipart/form-data': { schema: { type: 'object' }, encoding: { a: {} } } },
      },
    }),
    ['annotation #/paths/~1a/post/requestBody/content/multipart~1form-data/encoding/a'],
  ],
  ['nullable', schema({ type: 'string', nullable: true }), ['nullable #/components/schemas/A/nullable']],
  [
    'a format that nobody knows',
    schema({
      anyOf: [{ format: 'colour' }, { format: 'date' }, { format: 'int32' }, { format: 'password' }],
    }),
    ['annotation #/components/schemas/A/anyOf/0/format'],
  ],
  [
    'a flag of a bound',
    schema({ exclusiveMinimum: true }),
    ['boolean-bounds #/components/schemas/A/exclusiveMinimum'],
  ],
  [
    'keywords that others drop',
    schema({ if: {}, else: {}, contains: {} }),
    ['dropped-keywords #/components/schemas/A/if', 'dropped-keywords #/components/schemas/A/contains'],
  ],
  [
    'a keyword beside a reference',
    schema({ $ref, minLength: 1, description: 'a' }),
    ['reference-siblings #/components/schemas/A/minLength'],
  ],
  [
    'a reference beside an $id',
    schema({ $id: 'https://example.com/a', $ref }),
    ['schema-bases #/components/schemas/A/$ref'],
  ],
  [
    'parameters that are no whole segments',
    { paths: { '/{a}.{b}': {}, '/c/{d}:e': {}, '/f/{g}': {} } },
    ['partial-segments #/paths/~1{a}.{b}', 'partial-segments #/paths/~1c~1{d}:e'],
  ],
  [
    'a path behind a template that fits it',
    { paths: { '/a/{b}': { get: {} }, '/a/c': { get: {} }, '/a/d': { put: {} }, '/a/e/f': { get: {} } } },
    ['shadowed-paths #/paths/~1a~1c'],
  ],
  [
    'identical templates of other methods',
    { paths: { '/a/{b}': { get: {} }, '/a/{c}': { put: {} } } },
    ['identical-templates #/paths/~1a~1{c}'],
  ],
  [
    'paths with a query or a fragment',
    { paths: { '/a?b=c': { get: {} }, '/a#b': { get: {} } } },
    ['path-queries #/paths/~1a?b=c', 'path-queries #/paths/~1a#b'],
  ],
  [
    'methods that cannot be reached',
    { paths: { '/a': { head: {}, trace: {} } } },
    ['unsendable-requests #/paths/~1a/trace', 'unreachable-methods #/paths/~1a/head'],
  ],
  ['keys of a path item', { paths: { '/a': { summary: 'A', 'x-b': 1 } } }, ['path-item-keys #/paths/~1a']],
  [
    'several JSON types on a required body',
    post({
      requestBody: { required: true, content: { 'application/json': json, 'application/a+json': json } },
    }),
    ['several-json-types #/paths/~1a/post/requestBody/content'],
  ],
  [
    'a JSON type with a digit',
    post({ requestBody: { content: { 'application/vnd.a2+json': json } } }),
    ['unvalidated-media-types #/paths/~1a/post/requestBody/content/application~1vnd.a2+json'],
  ],
  [
    'several examples of a response',
    post({
      responses: {
        200: { description: 'a', content: { 'application/json': { ...json, examples: { a: {}, b: {} } } } },
      },
    }),
    ['later-examples #/paths/~1a/post/responses/200/content/application~1json/examples'],
  ],
  [
    'callbacks',
    post({ callbacks: { a: { '{$url}': {}, '{$request.body#/url}': {}, 'x/{$request.path.id}': {} } } }),
    [
      'untested-callbacks #/paths/~1a/post/callbacks',
      'callback-addresses #/paths/~1a/post/callbacks/a/{$url}',
      'callback-addresses #/paths/~1a/post/callbacks/a/x~1{$request.path.id}',
    ],
  ],
  ['webhooks', { webhooks: { a: { post: {} } } }, ['untested-webhooks #/webhooks']],
])('%s: reports what tools do to it', async (_name, parts, expected) => {
  const rules = await listRules(parts);
  expect(rules.filter((rule) => !/^(?:invalid|undeclared|no-responses)/.test(rule))).toEqual(expected);
  expect(await listRules(parts, '3.2.0')).toEqual(rules);
});

test.each<[string, object, string[]]>([
  [
    'nullable without type',
    schema({ nullable: true, allOf: [{ $ref }] }),
    ['nullable #/components/schemas/A/nullable'],
  ],
  ['nullable without a constraint', schema({ nullable: true }), []],
  ['nullable with type', schema({ type: 'string', nullable: true }), []],
  [
    'a keyword beside a reference',
    schema({ $ref, minLength: 1 }),
    ['ignored-siblings #/components/schemas/A/minLength'],
  ],
])('in OpenAPI 3.0, %s', async (_name, parts, expected) => {
  expect(await listRules({ ...parts, jsonSchemaDialect: undefined }, '3.0.3')).toEqual(expected);
});

test('a finding has a location, an effect and a repair', async () => {
  expect(await listFindings(schema({ contains: {} }))).toContainEqual({
    rule: 'dropped-keywords',
    level: 'info',
    excerpt: '        "contains": {}\n        ^',
    file: join(folder, 'api.json'),
    line: 12,
    column: 9,
    pointer: '#/components/schemas/A/contains',
    message: 'hono-takibi, kubb, orval and hey-api ignore "contains".',
    repair: 'Validate with the generated code.',
  });
});

test('reports errors of the document and parts that cannot be preserved', async () => {
  expect(await listRules({ paths: { '/{a}': { get: {} } } })).toEqual([
    'undeclared-path-parameter #/paths/~1{a}/get',
  ]);
  const refused = await listFindings(schema({ minLength: 'x' }));
  expect(refused.map(({ rule, pointer }) => [rule, pointer])).toContainEqual([
    'unsupported',
    '#/components/schemas/A/minLength',
  ]);
});

test('reports errors, unsupported parts and effects of tools in one run', async () => {
  const findings = await listFindings({
    paths: { '/{a}': { get: { responses: { 200: { description: 'ok' } } } } },
    ...schema({ minLength: 'x', contains: {}, colour: 1, exclusiveMinimum: true }),
  });
  expect(findings.map(({ level, rule, pointer }) => `${level} ${rule} ${pointer}`)).toEqual([
    'error boolean-bounds #/components/schemas/A/exclusiveMinimum',
    'error unsupported #/components/schemas/A/minLength',
    'warning undeclared-path-parameter #/paths/~1{a}/get',
    'warning annotation #/components/schemas/A/colour',
    'info dropped-keywords #/components/schemas/A/contains',
  ]);
});

test('reports a location once, with the message of the generator', async () => {
  const findings = await listFindings(schema({ type: 'string', nullable: true }));
  expect(findings).toMatchObject([
    { rule: 'nullable', message: 'JSON Schema 2020-12 has no "nullable", so null is not allowed.' },
  ]);
});

test('reports members that the official schema refuses, but not the objects around them', async () => {
  const parts = {
    tags: [{ name: 'a', order: 1 }],
    paths: { '/a': { get: { responses: { 200: {} }, opperationId: 'a' }, fetch: {} } },
  };
  const found = (await listFindings(parts)).filter(({ rule }) => rule === 'official-schema');
  expect(found.map(({ pointer, message }) => [pointer, message]).sort()).toEqual([
    ['#/paths/~1a/fetch', expect.stringContaining('no member "fetch"')],
    ['#/paths/~1a/get/opperationId', expect.stringContaining('no member "opperationId"')],
    ['#/paths/~1a/get/responses/200', expect.stringContaining("must have required property 'description'")],
    ['#/tags/0/order', expect.stringContaining('no member "order"')],
  ]);
});

test('reports examples that their schema refuses', async () => {
  const secret = {
    type: 'object',
    properties: { id: { type: 'integer', readOnly: true } },
    required: ['id'],
  };
  const content = (examples: object) => ({
    'application/json': { schema: { $ref: '#/components/schemas/A' }, ...examples },
  });
  const found = await listFindings({
    paths: {
      '/a': {
        post: {
          parameters: [{ name: 'n', in: 'query', schema: { type: 'integer' }, example: 'one' }],
          requestBody: { content: content({ example: {} }) },
          responses: {
            200: {
              description: 'a',
              content: content({
                examples: {
                  good: { value: { id: 1 } },
                  bad: { value: { id: 'x' } },
                  shared: { $ref: '#/components/examples/S' },
                },
              }),
            },
          },
        },
      },
    },
    components: {
      schemas: { A: secret, B: { type: 'string', maxLength: 2, examples: ['ab', 'abc'] } },
      examples: { S: { value: 5 } },
    },
  });
  const refused = found.filter(({ rule }) => rule === 'refused-examples');
  expect(refused.map(({ pointer, message }) => [pointer, message])).toEqual([
    ['#/paths/~1a/post/parameters/0/example', 'The example does not match its schema: "one".'],
    [
      '#/paths/~1a/post/responses/200/content/application~1json/examples/bad',
      'The example does not match its schema: {"id":"x"}.',
    ],
    [
      '#/paths/~1a/post/responses/200/content/application~1json/examples/shared',
      'The example does not match its schema: 5.',
    ],
    ['#/components/schemas/B/examples/1', 'The example does not match its schema: "abc".'],
  ]);
});

test('Ajv refuses a flag of a bound, as the doctor says', () => {
  const refused = { type: 'number', exclusiveMinimum: true };
  expect(() => new Ajv2020().compile(refused)).toThrow('must be number');
});

test('notes about other tools follow errors and warnings', async () => {
  const findings = await listFindings({
    jsonSchemaDialect: undefined,
    webhooks: { sent: { post: { responses: { 200: { description: 'Fine.' } } } } },
    paths: { a: {}, '/a': { get: { requestBody: { content: { 'application/json': json } } } } },
  });
  const levels = findings.map(({ level }) => level);
  expect(new Set(levels)).toEqual(new Set(['error', 'warning', 'info']));
  expect(levels).toEqual(levels.toSorted((left, right) => LEVELS.indexOf(left) - LEVELS.indexOf(right)));
});
