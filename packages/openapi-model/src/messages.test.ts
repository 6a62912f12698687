// Messages about documents: each row is a mistake and its finding.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspectDocument, inspectModel, isJsonObject, type JsonValue, type Problem } from './index.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-model-messages-'));
});

afterAll(() => rm(folder, { recursive: true }));

const HEAD = { openapi: '3.1.1', info: { title: 'A', version: '1' } };
const operation = (members: JsonValue) => ({ paths: { '/a': { get: members } } });
const parameter = (members: JsonValue) => operation({ parameters: [members] });
const schema = (A: JsonValue, others: { [name: string]: JsonValue } = {}) => ({
  components: { schemas: { A, ...others } },
});

test.each<[string, JsonValue, string[]]>([
  ['no object', [], ['# The document must be an object. Use an OpenAPI document.']],
  [
    'another version',
    { openapi: '4.0.0' },
    [
      '#/openapi OpenAPI 4.0.0 is not supported. Use a string such as "3.2.0"; 3.0, 3.1 and 3.2 are supported.',
    ],
  ],
  [
    'a version that is a number',
    { openapi: 3.1 },
    [
      '#/openapi "openapi" must be a string (got the number 3.1). Write "3.1.0", in quotes. --lenient accepts it.',
    ],
  ],
  [
    'a version without its last number',
    { openapi: '3.0' },
    ['#/openapi "openapi" must be "3.0.0" (got "3.0"). Write "3.0.0", in quotes. --lenient accepts it.'],
  ],
  [
    'Swagger 2.0 that is a number',
    { swagger: 2, info: { title: 'A', version: '1' }, paths: {} },
    [
      '#/swagger "swagger" must be a string (got the number 2). Write "2.0", in quotes. --lenient accepts it.',
    ],
  ],
  [
    'Swagger 1.2',
    { swagger: '1.2' },
    ['#/swagger Swagger 1.2 is not supported. Use "2.0" as a string, or OpenAPI 3.'],
  ],
  ['no info', { info: null }, ['#/info The document must have "info". Add it, with title and version.']],
  [
    'a path parameter that is optional',
    { paths: { '/{p}': { get: { parameters: [{ name: 'p', in: 'path', schema: {} }] } } } },
    ['#/paths/~1{p}/get/parameters/0 The path parameter "p" must be required. Write "required": true.'],
  ],
  [
    'a path parameter of another path',
    parameter({ name: 'p', in: 'path', required: true, schema: {} }),
    [
      '#/paths/~1a/get The path parameter "p" is not in the path template /a. Remove it, or add it to the path.',
    ],
  ],
  [
    'a title that is a number',
    { info: { title: 1, version: '1' } },
    ['#/info/title "title" must be a string (got 1). Write it in quotes. --lenient accepts it.'],
  ],
  [
    'another dialect',
    { jsonSchemaDialect: 'urn:x' },
    [
      '#/jsonSchemaDialect Unknown JSON Schema dialect urn:x. Use https://json-schema.org/draft/2020-12/schema, or that of OpenAPI 3.1 or 3.2. --lenient accepts it.',
    ],
  ],
  [
    'a path without slash',
    { paths: { a: {} } },
    ['#/paths/~1a The path a must begin with a slash. Write /a. --lenient accepts it.'],
  ],
  [
    'an invalid path item',
    { paths: { '/a': 1 } },
    ['#/paths/~1a Expected an object. Use a path item, or a $ref to one.'],
  ],
  ['a list in place of a map', { paths: [] }, ['#/paths "paths" must be an object. Correct the value.']],
  [
    'a string in place of a flag',
    operation({ deprecated: 'yes' }),
    ['#/paths/~1a/get/deprecated "deprecated" must be a boolean. Use true or false.'],
  ],
  [
    'a list in place of a text',
    operation({ summary: [] }),
    ['#/paths/~1a/get/summary "summary" must be a string. Correct the value.'],
  ],
  [
    'a text in place of a list',
    operation({ tags: 'a' }),
    [
      '#/paths/~1a/get/tags "tags" must be an array (got one item). Write it in brackets. --lenient accepts it.',
    ],
  ],
  [
    'an invalid status',
    operation({ responses: { ok: {} } }),
    [
      '#/paths/~1a/get/responses/ok "ok" is not a status code. Use 200, 2XX or default. --lenient accepts it.',
    ],
  ],
  [
    'a range of statuses in lower case',
    operation({ responses: { '2xx': { description: 'a' } } }),
    ['#/paths/~1a/get/responses/2xx "2xx" is not a status code. Write "2XX". --lenient accepts it.'],
  ],
  [
    'a range of statuses in both cases',
    operation({ responses: { '2xx': { description: 'a' }, '2XX': { description: 'a' } } }),
    ['#/paths/~1a/get/responses/2xx "2xx" is not a status code. Use 200, 2XX or default.'],
  ],
  [
    'a request body without content',
    operation({ requestBody: {} }),
    [
      '#/paths/~1a/get/requestBody A request body must have "content". Add "content", with a member for each media type.',
    ],
  ],
  [
    'an invalid security requirement',
    operation({ security: ['key'] }),
    [
      '#/paths/~1a/get/security/0 A security requirement must be an object (got "key"). Write { "key": [] }. --lenient accepts it.',
    ],
  ],
  [
    'a location of Swagger 2.0',
    parameter({ name: 'b', in: 'body' }),
    ['#/paths/~1a/get/parameters/0 "in" must be path, query, header or cookie (got "body"). Correct it.'],
  ],
  [
    'a parameter without location',
    parameter({ name: 'p' }),
    [
      '#/paths/~1a/get/parameters/0 A parameter must have "name" and "in". Write "name", and "in": path, query, header or cookie.',
    ],
  ],
  [
    'a header whose name is no token',
    parameter({ name: 'X Name', in: 'header', schema: {} }),
    [
      '#/paths/~1a/get/parameters/0/name "X Name" is not the name of a header. Use letters, digits and !#$%&\'*+-.^_`|~ only.',
    ],
  ],
  [
    'a parameter without schema',
    parameter({ name: 'p', in: 'query' }),
    [
      '#/paths/~1a/get/parameters/0 The parameter "p" has neither "schema" nor "content". Add "schema". --lenient accepts it.',
    ],
  ],
  [
    'a parameter with a schema and content',
    parameter({ name: 'p', in: 'query', schema: {}, content: {} }),
    [
      '#/paths/~1a/get/parameters/0 The parameter "p" must have only one of "schema" and "content" (got both). Keep one.',
    ],
  ],
  [
    'a parameter twice',
    operation({
      parameters: [
        { name: 'p', in: 'query', schema: {} },
        { name: 'p', in: 'query', schema: {} },
      ],
    }),
    [
      '#/paths/~1a/get/parameters/1 Duplicate query parameter "p". Remove one of the two. --lenient accepts it.',
    ],
  ],
  [
    'a security scheme without type',
    { components: { securitySchemes: { key: {} } } },
    ['#/components/securitySchemes/key A security scheme must have a "type". Add it.'],
  ],
  [
    'an invalid schema',
    schema(1),
    ['#/components/schemas/A Expected a schema. Use an object of keywords, true or false.'],
  ],
  [
    'a reference without target',
    schema({ $ref: '#/components/schemas/B' }),
    [
      '#/components/schemas/A/$ref The reference #/components/schemas/B has no target. Correct it, or add what it names.',
    ],
  ],
  [
    'a reference to another document',
    schema({ $ref: 'https://a.example/b.json' }),
    [
      '#/components/schemas/A/$ref The reference https://a.example/b.json leads out of the document. Save it beside the document, or allow its URL: --allow-ref https://a.example/.',
    ],
  ],
  [
    'a circular reference',
    {
      components: { parameters: { P: { $ref: '#/components/parameters/P' } } },
      ...operation({ parameters: [{ $ref: '#/components/parameters/P' }] }),
    },
    [
      '#/paths/~1a/get/parameters/0 The reference #/components/parameters/P is circular. Refer to an object.',
      '#/components/parameters/P The reference #/components/parameters/P is circular. Refer to an object.',
    ],
  ],
  [
    'an anchor twice',
    schema({ $anchor: 'a' }, { B: { $anchor: 'a' } }),
    [
      '#/components/schemas/B Duplicate anchor "a": #/components/schemas/A has it, too. Give each its own name, or its own $id around it.',
    ],
  ],
  [
    'an $id twice',
    schema({ $id: 'urn:a:b' }, { B: { $id: 'urn:a:b' } }),
    [
      '#/components/schemas/B/$id Duplicate $id "urn:a:b": #/components/schemas/A has it, too. Give each its own.',
    ],
  ],
  [
    'an $id with a fragment',
    schema({ $id: 'urn:a:b#c' }),
    [
      '#/components/schemas/A/$id The $id must be a URI without a fragment (got urn:a:b#c). Write "$anchor": "c". --lenient accepts it.',
    ],
  ],
  [
    'nullable',
    schema({ type: 'string', nullable: true }),
    [
      '#/components/schemas/A/nullable JSON Schema 2020-12 has no "nullable", so null is not allowed. Add null to the types: "type": ["string", "null"]. --lenient accepts it.',
    ],
  ],
  [
    '$recursiveRef',
    schema({ properties: { a: { $recursiveRef: '#' } } }),
    [
      '#/components/schemas/A/properties/a/$recursiveRef "$recursiveRef" is a keyword of JSON Schema 2019-09; 2020-12 does not have it. Write "$dynamicRef" and "$dynamicAnchor", or a "$ref" to the schema. --lenient accepts it.',
    ],
  ],
])('%s', (_name, parts, findings) => {
  const isWhole = Array.isArray(parts) || (isJsonObject(parts) && 'swagger' in parts);
  const { problems, warnings } = inspectModel(isWhole ? parts : { ...HEAD, ...Object(parts) }, 'a');
  expect([...problems, ...warnings].map(formatProblem)).toEqual(findings);
});

test.each([
  ['broken JSON', 'a.json', '{"a": }', "# Invalid JSON: Unexpected token '}'. Correct it."],
  [
    'two keys',
    'a.json',
    '{"a": 1, "a": 2}',
    '#/a Duplicate key "a" in lines 1 and 1. Remove one of the two; the last one counts. --lenient accepts it.',
  ],
  [
    'broken YAML',
    'a.yaml',
    'a: [1',
    '# Invalid YAML: unexpected end of the stream within a flow collection. Correct it.',
  ],
  ['an empty file', 'a.yaml', '', '# The file is empty. Use an OpenAPI document.'],
  ['an empty file of JSON', 'a.json', '', '# The file is empty. Use an OpenAPI document.'],
  [
    'two documents',
    'a.yaml',
    'a: 1\n---\nb: 2',
    '# The file must contain one YAML document. Remove the others.',
  ],
  ['an alias without anchor', 'a.yaml', 'a: *b', '#/a The alias *b has no anchor before it. Add the anchor.'],
  [
    'an alias inside of its own value',
    'a.yaml',
    'a: &b [*b]',
    '#/a/0 The alias *b is inside the value of its own anchor. Refer to a schema by $ref.',
  ],
  [
    'a tag of another type',
    'a.yaml',
    'a: !!set {b}',
    '#/a The tag !!set does not match the value. Remove it.',
  ],
  [
    'a value that JSON does not have',
    'a.yaml',
    'a: .inf',
    '#/a .inf has no equivalent in JSON. Put it in quotes, or use another value.',
  ],
  ['a member named by a list', 'a.yaml', '? [a]\n: 1', '# The name of a member must be a string. Rename it.'],
  [
    'a merge key of a text',
    'a.yaml',
    '<<: a',
    '# A merge key << must be an object or an array of objects. Use an alias of an object.',
  ],
])('%s', async (_name, ...[file, text, finding]) => {
  const path = join(folder, file);
  await writeFile(path, text);
  const { problems } = await inspectDocument(path);
  expect(problems.map(formatProblem)[0]).toBe(finding);
});

test.each([
  ['/nowhere/api.json', 'Check its path.'],
  [import.meta.dirname, 'It is a folder: name a file in it.'],
  ['https://api.example.com/openapi.json', 'Download it, or pass "readFile".'],
])('%s cannot be read', async (path, repair) => {
  const error = await inspectDocument(path).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ message: `${path}: The file cannot be read. ${repair}` });
});

function formatProblem({ pointer, message, repair }: Problem): string {
  return `${pointer} ${message} ${repair}`;
}
