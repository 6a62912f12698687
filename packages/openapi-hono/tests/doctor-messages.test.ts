// Messages of the doctor, as users read them: each row is a mistake and its finding.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doctor } from '../src/doctor/doctor.ts';
import { RULES } from '../src/doctor/rules.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-doctor-messages-'));
});

afterAll(() => rm(folder, { recursive: true }));

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const B = { type: 'string' };
const $ref = '#/components/schemas/B';
const schema = (A: object) => ({ components: { schemas: { A, B } } });
const post = (operation: object) => ({ paths: { '/a': { post: { responses: {}, ...operation } } } });
const json = { schema: { type: 'object' } };
const named = (name: string) => ({ name, in: 'path', required: true, schema: B });

type Row = [rule: string, parts: object, finding: string];

const ROWS: readonly Row[] = [
  [
    'dialect',
    { jsonSchemaDialect: undefined },
    '# Without jsonSchemaDialect, Prism validates by draft-07 and ignores later keywords: prefixItems, dependentSchemas, unevaluatedProperties. Add "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema".',
  ],
  [
    'dropped-keywords',
    schema({ contains: {} }),
    '#/components/schemas/A/contains hono-takibi, kubb, orval and hey-api ignore "contains". Validate with the generated code.',
  ],
  [
    'reference-siblings',
    schema({ $ref, minLength: 1 }),
    '#/components/schemas/A/minLength hono-takibi, kubb, orval and hey-api ignore "minLength" next to "$ref". Move both into "allOf", or validate with the generated code.',
  ],
  [
    'ignored-siblings',
    { openapi: '3.0.3', ...schema({ $ref, minLength: 1 }) },
    '#/components/schemas/A/minLength OpenAPI 3.0 ignores "minLength" next to "$ref". Move both into "allOf", or use OpenAPI 3.1.',
  ],
  [
    'schema-bases',
    schema({ $id: 'https://example.com/a', $ref }),
    '#/components/schemas/A/$ref Next to an "$id", #/components/schemas/B is resolved within this schema, where strict processors do not find it. Remove the "$id", or refer to the target by its own "$id".',
  ],
  [
    'partial-segments',
    { paths: { '/{a}.{b}': { parameters: ['a', 'b'].map(named), get: { responses: {} } } } },
    '#/paths/~1{a}.{b} createRoute of @hono/zod-openapi reads "{a}.{b}" as a single parameter with another name, so it misroutes requests for the path. Make each parameter a whole segment, or use the generated routes.',
  ],
  [
    'shadowed-paths',
    {
      paths: {
        '/{a}': { parameters: [named('a')], get: { responses: {} } },
        '/b': { get: { responses: {} } },
      },
    },
    '#/paths/~1b Hono uses the first matching route, /{a}; OpenAPI prefers /b. Declare it before /{a}, or use the generated routes.',
  ],
  [
    'identical-templates',
    {
      paths: {
        '/{a}': { parameters: [named('a')], get: { responses: {} } },
        '/{b}': { parameters: [named('b')], put: { responses: {} } },
      },
    },
    '#/paths/~1{b} The templates /{a} and /{b} are identical, which OpenAPI does not allow. Move its operations to /{a}.',
  ],
  [
    'path-queries',
    { paths: { '/a?b=c': { get: { responses: {} } } } },
    '#/paths/~1a?b=c Routers match paths without their query, so /a?b=c is unreachable. Declare parameters, or use the generated routes.',
  ],
  [
    'path-queries',
    { paths: { '/a#b': { get: { responses: {} } } } },
    '#/paths/~1a#b Clients do not send fragments, so /a#b is reachable only if "#" is written as %23. Declare parameters, or use the generated routes.',
  ],
  [
    'unreachable-methods',
    { paths: { '/a': { head: { responses: {} } } } },
    '#/paths/~1a/head Hono answers HEAD with the route of GET, so this operation is unreachable. Describe its headers with GET, or use the generated routes.',
  ],
  [
    'unsendable-requests',
    { paths: { '/a': { trace: { responses: {} } } } },
    '#/paths/~1a/trace The Fetch standard forbids TRACE, so neither Hono nor its clients can use this operation. Remove it.',
  ],
  [
    'unsendable-requests',
    { paths: { '/a': { get: { requestBody: { content: { 'text/csv': {} } }, responses: {} } } } },
    '#/paths/~1a/get/requestBody GET /a has a body, which fetch does not send with GET. Use POST or QUERY, or parameters.',
  ],
  [
    'no-responses',
    { paths: { '/a': { get: {} } } },
    '#/paths/~1a/get GET /a documents no response: the data of any success is unknown, and any failure is unexpected. Describe its responses.',
  ],
  [
    'path-item-keys',
    { paths: { '/a': { summary: 'A', get: { responses: {} } } } },
    '#/paths/~1a @hono/zod-openapi omits summary of this path item from the document that it emits. Emit the document with the generated documentOf.',
  ],
  [
    'several-json-types',
    post({
      requestBody: { required: true, content: { 'application/json': json, 'application/a+json': json } },
    }),
    '#/paths/~1a/post/requestBody/content @hono/zod-openapi validates each body against all of the schemas: those of application/json and application/a+json. Keep one, or validate with the generated code.',
  ],
  [
    'unvalidated-media-types',
    post({ requestBody: { content: { 'application/v2+json': json } } }),
    '#/paths/~1a/post/requestBody/content/application~1v2+json @hono/zod-openapi does not recognize application/v2+json as JSON, so it does not validate the body. Use a media type that consists of letters, dots and hyphens, or validate with the generated code.',
  ],
  [
    'later-examples',
    post({
      responses: {
        200: {
          description: 'A',
          content: { 'application/json': { examples: { one: { value: {} }, two: { value: {} } } } },
        },
      },
    }),
    '#/paths/~1a/post/responses/200/content/application~1json/examples Dredd compares responses with the first example only, "one", and not with the schema. Check the other examples against the schema in a test.',
  ],
  [
    'callback-addresses',
    post({ callbacks: { done: { '{$url}/done': { post: { responses: {} } } } } }),
    '#/paths/~1a/post/callbacks/done/{$url}~1done Prism omits $url from the callback URL. Take the URL from the body, the query or a header, or send callbacks with the generated code.',
  ],
  [
    'untested-callbacks',
    post({ callbacks: { done: { '{$request.body#/url}': { post: { responses: {} } } } } }),
    '#/paths/~1a/post/callbacks Dredd does not check callbacks. Send and receive them with the generated code.',
  ],
  [
    'untested-webhooks',
    { webhooks: { done: { post: { responses: {} } } } },
    '#/webhooks Prism and Dredd ignore webhooks: they neither send nor check them. Send and receive them with the generated code.',
  ],
  [
    'refused-examples',
    schema({ type: 'integer', example: 'a' }),
    '#/components/schemas/A/example The example does not match its schema: "a". Correct the example or the schema.',
  ],
  [
    'official-schema',
    post({ sumary: 'A', responses: { default: { description: 'A' } } }),
    '#/paths/~1a/post/sumary OpenAPI 3.1 has no member "sumary" here. Correct it, or give it a name that starts with x-.',
  ],
  [
    'official-schema',
    { info: { title: 'A', version: '1', license: { url: 'https://example.com/' } } },
    "#/info/license The official schema of OpenAPI 3.1 refuses this: it must have required property 'name'. Correct it.",
  ],
];

test.each(ROWS)('%s', async (rule, parts, finding) => {
  const path = join(folder, 'api.json');
  const head = {
    openapi: '3.1.1',
    info: { title: 'A', version: '1' },
    jsonSchemaDialect: DIALECT,
    paths: {},
  };
  await writeFile(path, JSON.stringify({ ...head, ...parts }));
  const findings = await doctor(path);
  const reported = findings
    .filter((one) => one.rule === rule)
    .map(({ pointer, message, repair }) => `${pointer} ${message} ${repair}`);
  expect(reported).toEqual([finding]);
});

test('each rule has its row', () => {
  const shown = new Set(ROWS.map(([rule]) => rule));
  expect(RULES.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
});
