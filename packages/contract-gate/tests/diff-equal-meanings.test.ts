// Versions of a document that look different: the levels of their changes follow from messages that show them.
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { diffDocuments } from '../src/diff/diff-documents.ts';
import { createDocument, createModel, createOperation } from './diff-cases/documents.ts';

function listFindings(before: JsonObject, after: JsonObject): string[] {
  const changes = diffDocuments({ old: createModel(before), new: createModel(after) });
  return changes.filter(({ level }) => level !== 'info').map(({ rule, message }) => `${rule}: ${message}`);
}

const OK = { description: 'Done.' };
const object = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
});

const refer = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** Makes an operation that receives and returns a component. */
function createShared(schema: JsonValue, openapi = '3.1.0'): JsonObject {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };
  const operation = { requestBody: { required: true, content }, responses: { '200': { ...OK, content } } };
  return { ...createOperation(operation, { components: { schemas: { Thing: schema } } }), openapi };
}

const ID = { type: 'string', readOnly: true };
const TOKEN = { type: 'string', writeOnly: true };
const NAME = { type: 'string' };

test.each<[title: string, before: JsonValue, after: JsonValue]>([
  ['a new readOnly member', object({ name: NAME }), object({ name: NAME, id: ID }, ['id'])],
  ['a readOnly member becomes required', object({ id: ID }), object({ id: ID }, ['id'])],
  [
    'a readOnly member of allOf',
    { allOf: [object({ name: NAME }), object({ id: ID })] },
    { allOf: [object({ name: NAME }), object({ id: ID }, ['id'])] },
  ],
  ['a nested readOnly member', object({ in: object({}) }), object({ in: object({ id: ID }, ['id']) })],
  [
    'a readOnly member of items',
    { type: 'array', items: object({ id: ID }) },
    { type: 'array', items: object({ id: ID }, ['id']) },
  ],
])('a required readOnly member is no burden of clients: %s', (_, before, after) => {
  for (const openapi of ['3.0.3', '3.1.0']) {
    expect(listFindings(createShared(before, openapi), createShared(after, openapi))).toEqual([]);
  }
});

test('a required writeOnly member may go from responses, and a plain one may not', () => {
  const respond = (schema: JsonValue) =>
    createOperation({ responses: { '200': { ...OK, content: { 'application/json': { schema } } } } });
  const optional = respond(object({ token: TOKEN }));
  expect(listFindings(respond(object({ token: TOKEN }, ['token'])), optional)).toEqual([]);
  expect(listFindings(respond(object({ name: NAME }, ['name'])), respond(object({ name: NAME })))).toEqual([
    expect.stringContaining('response-property-became-optional'),
  ]);
});

test.each([
  ['readOnly', ID, 'response-property-removed'],
  ['writeOnly', TOKEN, 'request-property-removed'],
])('the removal of a %s member concerns one direction', (_, member, rule) => {
  const before = createShared(object({ name: NAME, member }));
  const findings = listFindings(before, createShared(object({ name: NAME })));
  expect(findings).toEqual([expect.stringContaining(rule)]);
  expect(listFindings(createShared(object({ name: NAME })), before)).toEqual([]);
});

test.each([
  ['readOnly', ID, [expect.stringContaining('request-property-became-required')]],
  ['writeOnly', TOKEN, []],
])('a required member that is no longer %s concerns requests only', (_, member, expected) => {
  const before = createShared(object({ member }, ['member']));
  const after = createShared(object({ member: NAME }, ['member']));
  expect(listFindings(before, after)).toEqual(expected);
});

test.each([
  [
    'written instead of implied',
    undefined,
    { Dog: '#/components/schemas/Dog', Cat: '#/components/schemas/Cat' },
  ],
  [
    'of names instead of references',
    { d: '#/components/schemas/Dog', c: '#/components/schemas/Cat' },
    { d: 'Dog', c: 'Cat' },
  ],
])('a mapping %s is no change', (_, before, after) => {
  const create = (mapping: JsonObject | undefined) => {
    const discriminator = { propertyName: 'kind', ...(mapping && { mapping }) };
    const schemas = { Dog: object({ kind: NAME }, ['kind']), Cat: object({ kind: NAME }, ['kind']) };
    const schema = { oneOf: [refer('Dog'), refer('Cat')], discriminator };
    const content = { 'application/json': { schema } };
    return createModel(
      createOperation({ responses: { '200': { ...OK, content } } }, { components: { schemas } }),
    );
  };
  expect(diffDocuments({ old: create(before), new: create(after) })).toEqual([]);
});

const TEXTS = { type: 'string', enum: ['a', 'b'] };

test.each<[title: string, before: JsonValue, after: JsonValue]>([
  [
    'required members become alternatives',
    { type: 'object', required: ['a', 'b'] },
    { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] },
  ],
  ['a pattern becomes an enum', { type: 'string', pattern: '^(a|b)$' }, TEXTS],
  ['a pattern becomes a const', { type: 'string', pattern: '^a$' }, { const: 'a' }],
  ['an enum becomes a const', { enum: ['a'] }, { const: 'a' }],
  ['an enum becomes alternatives', TEXTS, { oneOf: [{ const: 'a' }, { const: 'b' }] }],
  [
    'patterns of one language',
    { type: 'string', pattern: '^[0-9]+$' },
    { type: 'string', pattern: '^\\d\\d*$' },
  ],
  [
    'a length moves between parts',
    { allOf: [{ type: 'string', minLength: 2 }, {}] },
    { allOf: [{}, { type: 'string', minLength: 2 }] },
  ],
  ['a type becomes a list', { type: ['string'] }, { type: 'string' }],
  ['integers as multiples of 1', { type: 'integer' }, { type: 'number', multipleOf: 1 }],
  ['null as an alternative', { type: ['string', 'null'] }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
])('equal meanings have no finding: %s', (_, before, after) => {
  const wrap = (schema: JsonValue) => createShared(object({ value: schema }, ['value']));
  const [there, back] = [listFindings(wrap(before), wrap(after)), listFindings(wrap(after), wrap(before))];
  // Alternatives accept more than both members together, so that responses and the way back break.
  const isWider = JSON.stringify(after).includes('"required"');
  if (isWider) expect(there.filter((text) => text.startsWith('request-'))).toEqual([]);
  else expect([there, back]).toEqual([[], []]);
});

test('nullable of 3.0 and null of 3.1 mean the same', () => {
  const before = createShared(object({ name: { type: 'string', nullable: true } }), '3.0.3');
  expect(listFindings(before, createShared(object({ name: { type: ['string', 'null'] } })))).toEqual([]);
});

const server = (url: string, more: JsonObject = {}): JsonObject => ({ url, ...more });
const createPathsDocument = (servers: JsonValue, ...paths: string[]): JsonObject =>
  createDocument({
    servers,
    paths: Object.fromEntries(paths.map((path) => [path, { get: { responses: { '200': OK } } }])),
  });
const HOST = { Host: { default: 'c.d' } };
const REGION = { region: { default: 'eu', enum: ['eu', 'us'] } };

test.each<[title: string, before: JsonObject, after: JsonObject, findings: string[]]>([
  [
    'to the paths',
    createPathsDocument([server('https://a.b/v1')], '/pets'),
    createPathsDocument([server('https://a.b')], '/v1/pets'),
    [],
  ],
  [
    'to the servers',
    createPathsDocument([server('https://a.b/')], '/v1/pets'),
    createPathsDocument([server('https://a.b/v1/')], '/pets'),
    [],
  ],
  [
    'to the servers, which are relative',
    createPathsDocument([server('/')], '/v1/pets'),
    createPathsDocument([server('/v1')], '/pets'),
    [],
  ],
  [
    'nowhere, but is written differently',
    createPathsDocument(
      [server('https://API.b:443/v1'), server('HTTP://{Host}:80', { variables: HOST })],
      '/pets',
    ),
    createPathsDocument([server('https://api.b/v1'), server('http://{Host}', { variables: HOST })], '/pets'),
    [],
  ],
  [
    'beside an equal path',
    createPathsDocument([server('https://a.b/v1')], '/pets'),
    createPathsDocument([server('https://a.b')], '/pets', '/v1/pets'),
    [],
  ],
  [
    'from a variable',
    createPathsDocument([server('https://a.b/{base}', { variables: { base: { default: 'v1' } } })], '/pets'),
    createPathsDocument([server('https://a.b')], '/v1/pets'),
    [],
  ],
  [
    'servers instead of a variable',
    createPathsDocument([server('https://{region}.b', { variables: REGION })], '/pets'),
    createPathsDocument([server('https://eu.b'), server('https://us.b')], '/pets'),
    [],
  ],
  [
    'to another version',
    createPathsDocument([server('https://a.b/v1')], '/pets'),
    createPathsDocument([server('https://a.b')], '/v2/pets'),
    ['operation-removed: An operation is gone: GET /pets.'],
  ],
  [
    'to another host',
    createPathsDocument([server('https://a.b/v1')], '/pets'),
    createPathsDocument([server('https://c.d')], '/v1/pets'),
    ['server-removed: A server is gone: https://a.b/v1.'],
  ],
])('operations are compared by their URLs; the base path moves %s', (_, ...[before, after, findings]) => {
  expect(listFindings(before, after)).toEqual(findings);
});

test.each<[before: string, after: string, findings: number]>([
  ['text/csv; charset=utf-8', 'text/csv; charset=utf-16', 1],
  ['text/csv', 'text/csv; charset=utf-16', 1],
  ['text/csv; charset=iso-8859-1', 'text/csv', 1],
  ['text/csv', 'text/csv; charset="UTF-8"', 0],
  ['text/csv; charset=utf-8; header=present', 'text/csv;header=present;charset=utf-8', 0],
])('%s that becomes %s has %d findings', (before, after, findings) => {
  const respond = (name: string) =>
    createOperation({ responses: { '200': { ...OK, content: { [name]: { schema: NAME } } } } });
  expect(listFindings(respond(before), respond(after))).toHaveLength(findings);
});

test('a value of a discriminator that is renamed breaks those who send it', () => {
  const animal = (member: string) => object({ kind: NAME, [member]: { type: 'integer' } }, ['kind']);
  const createPets = (mapping: JsonObject) => {
    const schema = { oneOf: [refer('Dog'), refer('Cat')], discriminator: { propertyName: 'kind', mapping } };
    return createOperation(
      { requestBody: { required: true, content: { 'application/json': { schema } } } },
      { components: { schemas: { Dog: animal('bark'), Cat: animal('purr') } } },
    );
  };
  const before = createPets({ dog: '#/components/schemas/Dog', cat: 'Cat' });
  const after = createPets({ hound: 'Dog', cat: '#/components/schemas/Cat' });
  const changes = diffDocuments({ old: createModel(before), new: createModel(after) });
  expect(changes.filter(({ level }) => level !== 'info')).toEqual([
    expect.objectContaining({
      level: 'error',
      message: 'enum of `kind` lost "dog" and gained "hound".',
      witness: { kind: 'dog' },
    }),
  ]);
  expect(listFindings(before, createPets({ dog: 'Dog', cat: 'Cat' }))).toEqual([]);
});

test('a parameter is named, and may move to the path item', () => {
  const parameter = (values: string[]) => ({
    name: 'account_type[]',
    in: 'query',
    schema: { type: 'array', items: { type: 'string', enum: values } },
  });
  const before = createOperation({ parameters: [parameter(['a', 'b'])] });
  const moved = createOperation({}, { pathItem: { parameters: [parameter(['a', 'b'])] } });
  expect(listFindings(before, moved)).toEqual([]);
  expect(listFindings(before, createOperation({ parameters: [parameter(['a'])] }))).toEqual([
    'request-enum-value-removed: enum of `account_type[]` lost "b".',
  ]);
});
