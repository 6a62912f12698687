import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LoadOptions, loadDocument } from '../load-document.ts';
import type { OpenApiModel } from '../model/model.ts';

const HEAD = 'openapi: 3.1.1\ninfo: { title: A, version: "1" }\n';
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-bundle-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function load(
  files: Readonly<Record<string, string>>,
  options: LoadOptions = {},
): Promise<OpenApiModel> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), name === 'api.yaml' ? HEAD + text : text);
  }
  return loadDocument(join(folder, 'api.yaml'), options);
}

async function listProblems(files: Readonly<Record<string, string>>): Promise<string> {
  const error = await load(files).catch((caught: Error) => caught);
  return error instanceof Error ? error.message.replaceAll(`${folder}/`, '') : '';
}

test('copies the targets of references where OpenAPI allows none', async () => {
  const files = {
    'api.yaml': 'paths: { /a: { get: { $ref: ops/get.yaml } }, /b: { get: { $ref: ops/get.yaml } } }',
    'ops/get.yaml':
      'operationId: getA\nresponses: { 200: { description: ok, content: { $ref: ../parts.yaml#/json } } }',
    'parts.yaml':
      'json: { application/json: { $ref: "#/media" } }\nmedia: { schema: { properties: { $ref: "#/fields" } } }\nfields: { $ref: "#/more" }\nmore: { id: { $ref: "#/Id" } }\nId: { type: string }',
  };
  expect(await listProblems(files)).toMatch(/ops\/get\.yaml.*"content" must be a map/s);
  const { document, operations, warnings } = await load(files, {
    lenient: ['misplaced-ref', 'duplicate-operation-id'],
  });
  const schema = { properties: { id: { $ref: '#/components/schemas/id' } } };
  const get = {
    operationId: 'getA',
    responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } },
  };
  expect(document.paths).toEqual({ '/a': { get }, '/b': { get } });
  expect(operations.map(({ id }) => id)).toEqual(['getA', 'getB']);
  expect(new Set(warnings.map(({ rule }) => rule))).toEqual(
    new Set(['misplaced-ref', 'duplicate-operation-id']),
  );
});

test.each([
  [
    'an operation that contains itself',
    'responses: {}\ncallbacks: { c: { e: { post: { $ref: ops.yaml } } } }',
  ],
  ['an operation that refers to itself', '$ref: ops.yaml'],
])('rejects %s', async (_name, operation) => {
  const files = { 'api.yaml': 'paths: { /a: { get: { $ref: ops.yaml } } }', 'ops.yaml': operation };
  await expect(load(files, { lenient: true })).rejects.toThrow('The reference ops.yaml is circular.');
});

test('a document of one file stays as it is written', async () => {
  const { document, files } = await load({
    'api.yaml': 'components: { schemas: { A: { $ref: "#/components/schemas/B" }, B: {} } }',
  });
  expect(document.components).toEqual({ schemas: { A: { $ref: '#/components/schemas/B' }, B: {} } });
  expect(files).toEqual([join(folder, 'api.yaml')]);
});

test('a component or path item that is only a reference is replaced by its target, under its own name', async () => {
  const { document, operations } = await load({
    'api.yaml':
      'paths: { /a: { $ref: paths/a.yaml } }\ncomponents: { schemas: { Pet: { $ref: schemas/pet.json } } }',
    'paths/a.yaml':
      'get: { responses: { 200: { description: ok, content: { application/json: { schema: { $ref: ../schemas/pet.json } } } } } }',
    'schemas/pet.json': '{ "properties": { "parent": { "$ref": "#" }, "tag": { "$ref": "tag.yml#/Tag" } } }',
    'schemas/tag.yml': 'Tag: { $ref: "#/Named" }\nNamed: { type: string }',
  });
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } };
  expect(document.paths).toEqual({ '/a': { get: { responses: { 200: { description: 'ok', content } } } } });
  expect(document.components).toEqual({
    schemas: {
      Pet: {
        properties: {
          parent: { $ref: '#/components/schemas/Pet' },
          tag: { $ref: '#/components/schemas/Tag' },
        },
      },
      Tag: { $ref: '#/components/schemas/Named' },
      Named: { type: 'string' },
    },
  });
  expect(operations).toHaveLength(1);
});

test('every kind of object can be in another file, and lead back', async () => {
  const { document } = await load({
    'api.yaml': `paths:
  /a/{b}:
    parameters: [{ $ref: 'parts.yaml#/parameter' }]
    post:
      requestBody: { $ref: parts.yaml#/body }
      responses: { 200: { $ref: parts.yaml#/response } }
      callbacks: { done: { $ref: parts.yaml#/callback } }
components:
  schemas: { Own: { type: integer }, body: {} }`,
    'parts.yaml': `parameter: { name: b, in: path, required: true, schema: { $ref: 'api.yaml#/components/schemas/Own' } }
body: { content: { text/plain: { schema: { $ref: '#/schema%20one' }, examples: { a: { $ref: '#/example' } } } } }
schema one: { type: string }
example: { value: { $ref: '#/nowhere' } }
response:
  description: ok
  headers: { A: { $ref: '#/header' } }
  links: { l: { $ref: '#/link' } }
header: { schema: true }
link: { operationRef: 'api.yaml#/paths/~1a~1{b}/post' }
callback: { '{$url}': { $ref: '#/item' } }
item: { post: {} }`,
  });
  expect(document.components).toEqual({
    schemas: { Own: { type: 'integer' }, body: {}, schema_one: { type: 'string' } },
    parameters: {
      parameter: { name: 'b', in: 'path', required: true, schema: { $ref: '#/components/schemas/Own' } },
    },
    requestBodies: {
      body: {
        content: {
          'text/plain': {
            schema: { $ref: '#/components/schemas/schema_one' },
            examples: { a: { $ref: '#/components/examples/example' } },
          },
        },
      },
    },
    responses: {
      response: {
        description: 'ok',
        headers: { A: { $ref: '#/components/headers/header' } },
        links: { l: { $ref: '#/components/links/link' } },
      },
    },
    callbacks: { callback: { '{$url}': { $ref: '#/components/pathItems/item' } } },
    examples: { example: { value: { $ref: '#/nowhere' } } },
    headers: { header: { schema: true } },
    links: { link: { operationRef: '#/paths/~1a~1{b}/post' } },
    pathItems: { item: { post: {} } },
  });
});

test('duplicate names are made distinct, siblings of a reference stay, mappings are followed', async () => {
  const { document } = await load({
    'api.yaml': `components:
  schemas:
    Pet:
      oneOf: [{ $ref: a/cat.yaml, description: here }, { $ref: b/cat.yaml }]
      discriminator: { propertyName: kind, mapping: { a: a/cat.yaml, b: b/cat.yaml, c: cat } }
    cat: {}`,
    'a/cat.yaml': 'title: a',
    'b/cat.yaml': 'title: b',
  });
  expect(document.components).toEqual({
    schemas: {
      Pet: {
        oneOf: [
          { $ref: '#/components/schemas/cat2', description: 'here' },
          { $ref: '#/components/schemas/cat3' },
        ],
        discriminator: {
          propertyName: 'kind',
          mapping: { a: '#/components/schemas/cat2', b: '#/components/schemas/cat3', c: 'cat' },
        },
      },
      cat: {},
      cat2: { title: 'a' },
      cat3: { title: 'b' },
    },
  });
});

test('a schema with an $id is included as a whole, and its own references stay', async () => {
  const { document, resolver } = await load({
    'api.yaml':
      'components: { schemas: { Leaf: { items: { $ref: "tree.json#/$defs/leaf" } }, Named: { items: { $ref: "tree.json#named" } } } }',
    'tree.json':
      '{ "$id": "https://example.com/tree", "$defs": { "leaf": { "$ref": "#named" }, "b": { "$anchor": "named" } } }',
  });
  expect(document.components).toMatchObject({
    schemas: {
      Leaf: { items: { $ref: '#/components/schemas/tree/$defs/leaf' } },
      Named: { items: { $ref: '#/components/schemas/tree/$defs/b' } },
      tree: { $id: 'https://example.com/tree', $defs: { leaf: { $ref: '#named' } } },
    },
  });
  expect(resolver.resolve('#named', '#/components/schemas/tree/$defs/leaf')?.pointer).toBe(
    '#/components/schemas/tree/$defs/b',
  );
});

test.each(['common.json#/$defs/name', 'https://example.com/v1/common.json#/$defs/name'])(
  'the reference %s in a file with an $id leads to the file at the same relative path',
  async (reference) => {
    const { document } = await load({
      'api.yaml': 'components: { schemas: { A: { items: { $ref: "schemas/a.json" } } } }',
      'schemas/a.json': `{ "$id": "https://example.com/v1/a.json", "properties": { "name": { "$ref": "${reference}" } } }`,
      'schemas/common.json':
        '{ "$id": "https://example.com/v1/common.json", "$defs": { "name": { "type": "string" } } }',
    });
    expect(document.components).toMatchObject({
      schemas: {
        a: { properties: { name: { $ref: '#/components/schemas/common/$defs/name' } } },
        common: { $defs: { name: { type: 'string' } } },
      },
    });
  },
);

test('a file with another $id is not the target of a reference that an $id resolves', async () => {
  const problems = await listProblems({
    'api.yaml': 'components: { schemas: { A: { items: { $ref: "a.json" } } } }',
    'a.json': '{ "$id": "https://example.com/v1/a.json", "items": { "$ref": "b.json" } }',
    'b.json': '{ "$id": "https://example.com/v2/b.json" }',
  });
  expect(problems).toContain(
    'The reference b.json leads out of the document, to https://example.com/v1/b.json. Save it beside the document, or allow its URL: --allow-ref https://example.com/v1/.',
  );
});

test('a reference of a document to its own file becomes a pointer', async () => {
  const { document } = await load({
    'api.yaml': 'components: { schemas: { A: { items: { $ref: "api.yaml#/components/schemas/A" } } } }',
  });
  expect(document.components).toEqual({ schemas: { A: { items: { $ref: '#/components/schemas/A' } } } });
});

test('members that every object inherits are kept like others', async () => {
  const { document } = await load({
    'api.yaml': 'components: { schemas: { A: { $ref: a.json } } }',
    'a.json': '{ "properties": { "__proto__": { "type": "string" }, "a": { "$ref": "b.json#/__proto__" } } }',
    'b.json': '{ "__proto__": { "type": "integer" } }',
  });
  expect(JSON.stringify(document.components)).toBe(
    '{"schemas":{"A":{"properties":{"__proto__":{"type":"string"},"a":{"$ref":"#/components/schemas/__proto__"}}},"__proto__":{"type":"integer"}}}',
  );
});

test('locations are reported in the file that contains them', async () => {
  const { locate } = await load({
    'api.yaml':
      'components:\n  schemas:\n    A: { $ref: a.yaml }\n    B: { items: { $ref: a.yaml#/properties/b } }\n',
    'a.yaml': 'type: object\nproperties:\n  b: { type: string }\n',
  });
  const at = (pointer: string) => ({
    ...locate(pointer),
    file: locate(pointer)?.file.replace(`${folder}/`, ''),
  });
  expect(at('#/components/schemas/A/properties/b/type')).toMatchObject({
    file: 'a.yaml',
    line: 3,
    column: 8,
    pointer: '#/properties/b/type',
  });
  expect(at('#/components/schemas/b/type')).toMatchObject({
    file: 'a.yaml',
    line: 3,
    column: 8,
    pointer: '#/properties/b/type',
  });
  expect(at('#/components/schemas/B')).toMatchObject({
    file: 'api.yaml',
    line: 6,
    column: 5,
    pointer: '#/components/schemas/B',
  });
});

test('all problems in and between files are reported at once', async () => {
  const problems = await listProblems({
    'api.yaml': `components:
  schemas:
    A: { items: { $ref: missing.yaml } }
    B: { items: { $ref: a.yaml#/nowhere } }
    C: { items: { $ref: /etc/passwd.yaml } }
    D: { items: { $ref: notes.txt } }
    E: { items: { $ref: b.json } }`,
    'a.yaml': 'a: &x { b: 1 }\nc: 1\nc: 2',
    'b.json': '{',
  });
  expect(
    problems
      .split('\n')
      .filter((line) => !line.startsWith('  '))
      .map((line) => line.replace(/ (?:Correct|Remove|Use|Write).*/, '')),
  ).toEqual([
    'api.yaml:5:19 #/components/schemas/A/items/$ref The file of the reference missing.yaml cannot be read.',
    'a.yaml:3:1 #/c Duplicate key "c" in lines 2 and 3.',
    'api.yaml:6:19 #/components/schemas/B/items/$ref The reference a.yaml#/nowhere has no target.',
    'api.yaml:7:19 #/components/schemas/C/items/$ref The reference /etc/passwd.yaml must be relative.',
    'api.yaml:8:19 #/components/schemas/D/items/$ref The reference notes.txt must lead to a JSON or YAML file.',
    "b.json:1:2 # Invalid JSON: Expected property name or '}'.",
  ]);
});

test.each([
  [
    'nowhere in its file',
    'A: { items: { $ref: a.yaml#/nowhere } }',
    'The reference a.yaml#/nowhere has no target.',
  ],
  ['the network', 'A: { items: { $ref: "https://example.com/a.yaml" } }', 'or allow its URL'],
  ['a name that no file has', 'A: { items: { $ref: "x%2Fy.yaml" } }', 'no name of a file can have'],
])('a reference to %s is a problem', async (_name, schemas, message) => {
  const problems = await listProblems({
    'api.yaml': `components: { schemas: { ${schemas} } }`,
    'a.yaml': 'a: {}',
  });
  expect(problems).toContain('api.yaml:3:');
  expect(problems).toContain(message);
});

test('an object that OpenAPI allows no reference to cannot be in another file', async () => {
  const problems = await listProblems({
    'api.yaml': 'paths: { /a: { get: { $ref: a.yaml } } }',
    'a.yaml': 'summary: a',
  });
  expect(problems).toContain('OpenAPI does not allow a reference to another file here.');
});

test('a reference to a file in place of a map of components is read leniently', async () => {
  const files = {
    'api.yaml':
      'components: { schemas: { $ref: schemas.yaml }, parameters: { $ref: "parts.yaml#/parameters" } }',
    'schemas.yaml': 'A: { items: { $ref: "#/B" } }\nB: { type: string }',
    'parts.yaml': 'parameters: { P: { name: p, in: query, schema: { $ref: "schemas.yaml#/A" } } }',
  };
  expect(await listProblems(files)).toMatch(
    /#\/components\/schemas\/\$ref "schemas" must be a map of named objects \(got a reference to one\)\./,
  );
  const { document, warnings } = await load(files, { lenient: ['misplaced-ref'] });
  expect(document.components).toEqual({
    schemas: { A: { items: { $ref: '#/components/schemas/B' } }, B: { type: 'string' } },
    parameters: { P: { name: 'p', in: 'query', schema: { $ref: '#/components/schemas/A' } } },
  });
  expect(warnings.map(({ rule }) => rule)).toEqual(['misplaced-ref', 'misplaced-ref']);
});

test.each([
  ['a schema', 'paths: {}\ncomponents: { schemas: { A: { items: { $ref: "s.yaml#/definitions/Pair" } } } }'],
  ['a component', 'paths: {}\ncomponents: { schemas: { Pair: { $ref: "s.yaml#/definitions/Pair" } } }'],
])('reads %s of another file in the draft that the root of the file names', async (_case, api) => {
  const { schemas } = await load({
    'api.yaml': api,
    's.yaml':
      '$schema: http://json-schema.org/draft-07/schema#\ndefinitions: { Pair: { items: [{}], properties: { a: { $ref: "#/definitions/Name" } } }, Name: { type: string } }',
  });
  const properties = { a: { $ref: '#/components/schemas/Name' } };
  expect(schemas.get('Pair')?.schema).toEqual({ prefixItems: [{}], properties });
  expect(schemas.get('Name')?.schema).toEqual({ type: 'string' });
});
