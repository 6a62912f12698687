import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doctor } from './doctor.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-doctor-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function findingsOf(parts: object, openapi = '3.1.1') {
  const path = join(folder, 'api.json');
  const head = { openapi, info: { title: 'Test', version: '1' }, jsonSchemaDialect: DIALECT, paths: {} };
  await writeFile(path, JSON.stringify({ ...head, ...parts }, null, 2));
  return doctor(path);
}

async function rulesOf(parts: object, openapi?: string) {
  const findings = await findingsOf(parts, openapi);
  return findings.filter(({ rule }) => rule !== 'refused').map(({ rule, pointer }) => `${rule} ${pointer}`);
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
    ['notice #/paths/~1a/post/requestBody/content/multipart~1form-data/encoding/a'],
  ],
  ['nullable', schema({ type: 'string', nullable: true }), ['nullable #/components/schemas/A/nullable']],
  [
    'a format that nobody knows',
    schema({
      anyOf: [{ format: 'colour' }, { format: 'date' }, { format: 'int32' }, { format: 'password' }],
    }),
    ['unknown-formats #/components/schemas/A/anyOf/0/format'],
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
    'methods that can not be reached',
    { paths: { '/a': { head: {}, trace: {} } } },
    ['unreachable-methods #/paths/~1a/head', 'unreachable-methods #/paths/~1a/trace'],
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
])('%s: what tools do to it is told', async (_name, parts, expected) => {
  const rules = await rulesOf(parts);
  expect(rules.filter((rule) => !rule.startsWith('invalid'))).toEqual(expected);
});

test.each<[string, object, string[]]>([
  ['nullable without type', schema({ nullable: true }), ['nullable-alone #/components/schemas/A/nullable']],
  ['nullable with type', schema({ type: 'string', nullable: true }), []],
  [
    'a keyword beside a reference',
    schema({ $ref, minLength: 1 }),
    ['ignored-siblings #/components/schemas/A/minLength'],
  ],
])('in OpenAPI 3.0, %s', async (_name, parts, expected) => {
  expect(await rulesOf({ ...parts, jsonSchemaDialect: undefined }, '3.0.3')).toEqual(expected);
});

test('a finding has its place, what happens and a repair', async () => {
  expect(await findingsOf(schema({ contains: {} }))).toContainEqual({
    rule: 'dropped-keywords',
    file: join(folder, 'api.json'),
    line: 12,
    column: 9,
    pointer: '#/components/schemas/A/contains',
    message: 'hono-takibi, kubb, orval and hey-api drop "contains".',
    repair: 'Validate with what openapi-hono generates.',
  });
});

test('what is wrong with the document itself, and what can not be kept, are findings, too', async () => {
  expect(await rulesOf({ paths: { '/{a}': { get: {} } } })).toEqual(['invalid #/paths/~1{a}/get']);
  const refused = await findingsOf(schema({ minLength: 'x' }));
  expect(refused.map(({ rule, pointer }) => [rule, pointer])).toContainEqual([
    'refused',
    '#/components/schemas/A/minLength',
  ]);
});

test.each([
  ['a format that nobody knows', { type: 'string', format: 'colour' }, 'unknown format'],
  ['a flag of a bound', { type: 'number', exclusiveMinimum: true }, 'must be number'],
])('Ajv refuses %s, as the doctor says', (_name, refused, message) => {
  expect(() => new Ajv2020().compile(refused)).toThrow(message);
});
