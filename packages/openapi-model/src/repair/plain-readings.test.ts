// Mistakes with one plain reading: each is a problem of strict reading, and means this in lenient reading.
import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../json.ts';
import { inspectModel } from '../model/read-model.ts';
import { appendPointer, valueAt } from '../pointer.ts';
import type { RepairName } from './repairs.ts';

const HEAD = { openapi: '3.1.0', info: { title: 'A', version: '1' } };
const ID = { name: 'id', in: 'path', required: true, schema: {} };
const OK = { 200: { description: 'ok' } };
const operation = (members: object = {}) => ({ '/a': { get: { responses: OK, ...members } } });
const schemas = (members: object) => ({ components: { schemas: members } });

interface Reading {
  rule: RepairName;
  document: object;
  /** The pointer of the finding. */
  pointer: string;
  /** Values of the document that is read leniently, by pointer. */
  meaning: { [pointer: string]: unknown };
}

const PATHS = '#/paths/~1a';

test.each<Reading>([
  ...(
    [
      [{ security: ['bearer', { key: [] }] }, '#/security/0', [{ bearer: [] }, { key: [] }]],
      [{ security: 'bearer' }, '#/security', [{ bearer: [] }]],
      [{ security: 5 }, '#/security', undefined],
      [{ security: [null, { key: [] }] }, '#/security/0', [{ key: [] }]],
    ] as const
  ).map(
    ([members, pointer, security]): Reading => ({
      rule: 'security-shape',
      document: { paths: operation(), ...members },
      pointer,
      meaning: { '#/security': security },
    }),
  ),
  {
    rule: 'security-shape',
    document: { paths: operation({ security: ['bearer'] }) },
    pointer: `${PATHS}/get/security/0`,
    meaning: { [`${PATHS}/get/security`]: [{ bearer: [] }] },
  },
  ...Object.entries({
    http: { scheme: 'bearer', bearerFormat: 'JWT' },
    apiKey: { name: 'X-Key', in: 'header' },
    oauth2: { flows: {} },
    openIdConnect: { openIdConnectUrl: 'https://a.example/' },
  }).map(
    ([type, scheme]): Reading => ({
      rule: 'security-shape',
      document: { paths: operation(), components: { securitySchemes: { s: scheme } } },
      pointer: '#/components/securitySchemes/s',
      meaning: { '#/components/securitySchemes/s/type': type },
    }),
  ),
  {
    rule: 'dangling-response',
    document: { paths: operation({ responses: { 400: { $ref: '#/components/responses/Bad' } } }) },
    pointer: `${PATHS}/get/responses/400/$ref`,
    meaning: { [`${PATHS}/get/responses/400`]: { description: '' } },
  },
  {
    rule: 'misplaced-ref',
    document: {
      paths: { '/a': { get: { $ref: '#/components/x-operations/get' } } },
      components: { 'x-operations': { get: { operationId: 'getA', responses: OK } } },
    },
    pointer: `${PATHS}/get/$ref`,
    meaning: { [`${PATHS}/get`]: { operationId: 'getA', responses: OK } },
  },
  {
    rule: 'misplaced-ref',
    document: {
      paths: {
        '/a': { get: { $ref: '#/paths/~1b/get' } },
        '/b': { get: { operationId: 'getB', responses: OK } },
      },
    },
    pointer: `${PATHS}/get/$ref`,
    meaning: { [`${PATHS}/get`]: { responses: OK } },
  },
  {
    rule: 'misplaced-ref',
    document: { paths: operation(), tags: { $ref: '#/x-tags' }, 'x-tags': [{ name: 'b' }] },
    pointer: '#/tags/$ref',
    meaning: { '#/tags': [{ name: 'b' }] },
  },
  {
    rule: 'misplaced-ref',
    document: {
      paths: operation({ parameters: { $ref: '#/components/x-lists/page' } }),
      components: { 'x-lists': { page: [{ name: 'page', in: 'query', schema: {} }] } },
    },
    pointer: `${PATHS}/get/parameters/$ref`,
    meaning: { [`${PATHS}/get/parameters`]: [{ $ref: '#/components/x-lists/page/0' }] },
  },
  {
    rule: 'parameter-without-schema',
    document: { paths: operation({ parameters: [{ name: 'q', in: 'query' }] }) },
    pointer: `${PATHS}/get/parameters/0`,
    meaning: { [`${PATHS}/get/parameters/0/schema`]: { type: 'string' } },
  },
  {
    rule: 'path-without-slash',
    document: { paths: { 'a/{id}': { parameters: [ID], get: { responses: OK } }, '/b': {} } },
    pointer: '#/paths/~1a~1{id}',
    meaning: { '#/paths': { '/a/{id}': { parameters: [ID], get: { responses: OK } }, '/b': {} } },
  },
  {
    rule: 'query-in-path',
    document: {
      paths: { '/a?x={y}&z={z}&k=list': { get: { parameters: [{ ...ID, name: 'y' }], responses: OK } } },
    },
    pointer: PATHS,
    meaning: {
      [PATHS]: {
        get: { parameters: [{ ...ID, name: 'x', in: 'query' }], responses: OK },
        parameters: [
          { name: 'z', in: 'query', required: true, schema: { type: 'string' } },
          { name: 'k', in: 'query', required: true, schema: { const: 'list' } },
        ],
      },
    },
  },
  {
    rule: 'type-as-schema',
    document: {
      paths: operation({ parameters: [{ name: 'q', in: 'query', schema: 'string' }] }),
      ...schemas({ A: { properties: { at: 'date-time' }, items: 'int' } }),
    },
    pointer: '#/components/schemas/A/properties/at',
    meaning: {
      [`${PATHS}/get/parameters/0/schema`]: { type: 'string' },
      '#/components/schemas/A': {
        properties: { at: { type: 'string', format: 'date-time' } },
        items: { type: 'integer' },
      },
    },
  },
  {
    rule: 'fragment-id',
    document: schemas({ A: { $id: '#a' }, B: { $id: 'urn:b#b' }, C: { $ref: '#a' } }),
    pointer: '#/components/schemas/A/$id',
    meaning: {
      '#/components/schemas/A': { $anchor: 'a' },
      '#/components/schemas/B': { $id: 'urn:b', $anchor: 'b' },
    },
  },
  {
    rule: 'empty-map',
    document: {
      paths: operation({
        parameters: [{ name: 'q', in: 'query', schema: null }],
        requestBody: null,
        security: null,
        responses: { 200: null, 404: { content: { 'application/json': null } } },
      }),
      ...schemas({
        A: { properties: { a: null }, items: null, not: null, enum: null, maxLength: null, const: null },
        B: null,
        C: { $ref: null, default: null, 'x-a': null },
      }),
      tags: null,
    },
    pointer: `${PATHS}/get/requestBody`,
    meaning: {
      [`${PATHS}/get/parameters/0/schema`]: {},
      '#/components/schemas/A': { properties: { a: {} }, const: null },
      '#/components/schemas/B': {},
      '#/components/schemas/C': { default: null, 'x-a': null },
    },
  },
  {
    rule: 'single-item',
    document: {
      security: { key: [] },
      servers: { url: '/v1' },
      paths: operation({
        tags: 'a',
        security: { key: [] },
        parameters: { name: 'q', in: 'query', schema: {} },
      }),
      components: {
        schemas: { A: { allOf: { type: 'string' } }, B: { oneOf: { $ref: '#/components/schemas/A' } } },
        securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      },
    },
    pointer: '#/security',
    meaning: {
      '#/security': [{ key: [] }],
      '#/servers': [{ url: '/v1' }],
      [`${PATHS}/get/tags`]: ['a'],
      [`${PATHS}/get/security`]: [{ key: [] }],
      [`${PATHS}/get/parameters`]: [{ name: 'q', in: 'query', schema: {} }],
      '#/components/schemas/A': { allOf: [{ type: 'string' }] },
      '#/components/schemas/B': { oneOf: [{ $ref: '#/components/schemas/A' }] },
    },
  },
  {
    rule: 'unknown-dialect',
    document: { paths: operation(), jsonSchemaDialect: 'https://example.com/dialect' },
    pointer: '#/jsonSchemaDialect',
    meaning: {},
  },
  {
    rule: 'scalar-type',
    document: { openapi: 3.1, paths: operation() },
    pointer: '#/openapi',
    meaning: { '#/openapi': '3.1.0' },
  },
  {
    rule: 'schema-as-parameter',
    document: {
      openapi: undefined,
      swagger: '2.0',
      paths: { '/a': { post: { parameters: [{ $ref: '#/definitions/Feed' }], responses: OK } } },
      definitions: { Feed: { type: 'object' } },
    },
    pointer: `${PATHS}/post/requestBody`,
    meaning: {
      [`${PATHS}/post/requestBody/content/application~1json/schema`]: { $ref: '#/components/schemas/Feed' },
    },
  },
])('$rule: $pointer', ({ rule, document, pointer, meaning }) => {
  const inspect = (lenient: boolean) => {
    const entries = Object.entries({ ...HEAD, ...document }).filter(([, value]) => value !== undefined);
    return inspectModel(Object.fromEntries(entries) as JsonObject, 'a.json', { lenient });
  };
  const strict = inspect(false);
  expect(new Set(strict.problems.map((problem) => problem.rule))).toEqual(new Set([rule]));
  expect(strict.problems.map((problem) => problem.pointer)).toContain(pointer);
  const { model, problems, warnings } = inspect(true);
  expect(problems).toEqual([]);
  expect(warnings.map((warning) => warning.rule)).toContain(rule);
  for (const [at, value] of Object.entries(meaning))
    expect(valueAt(model?.document ?? {}, at)).toEqual(value);
});

test.each<[string, JsonValue]>([
  ['/a and a', { a: { get: { responses: OK } }, '/a': { get: { responses: OK } } }],
  ['a URL', { 'https://a.example/b': { get: { responses: OK } } }],
  ['an operation that refers to nothing', { '/a': { get: { $ref: '#/components/x-operations/none' } } }],
])('%s have no plain reading', (_name, paths) => {
  expect(inspectModel({ ...HEAD, paths }, 'a.json', { lenient: true }).problems).toHaveLength(1);
});

test('a schema in place of a parameter is one finding, at the reference', () => {
  const paths = operation({ parameters: [{ $ref: '#/components/schemas/Feed' }] });
  const { problems } = inspectModel(
    { ...HEAD, paths, ...schemas({ Feed: { type: 'object' } }) } as unknown as JsonValue,
    'a.json',
    { lenient: true },
  );
  expect(problems).toMatchObject([{ pointer: appendPointer(PATHS, 'get', 'parameters', 0, '$ref') }]);
});
