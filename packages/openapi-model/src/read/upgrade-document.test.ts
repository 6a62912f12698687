import { expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { upgradeDocument } from './upgrade-document.ts';

function createDocument(parts: JsonObject): JsonObject {
  return { openapi: '3.0.3', info: { title: 'A', version: '1' }, paths: {}, ...parts };
}

function upgradeSchema(schema: JsonObject) {
  const upgraded = upgradeDocument(createDocument({ components: { schemas: { A: schema } } }));
  return (upgraded.components as { schemas: { A: unknown } }).schemas.A;
}

test.each<[JsonObject, JsonObject]>([
  [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
  [
    { type: 'string', nullable: true, enum: ['a'] },
    { type: ['string', 'null'], nullable: true, enum: ['a'] },
  ],
  [{ type: 'string', nullable: false }, { type: 'string' }],
  [{ nullable: true, minLength: 1 }, { minLength: 1 }],
  [
    { nullable: true, allOf: [{ type: 'object' }] },
    { nullable: true, allOf: [{ type: 'object' }] },
  ],
  [{ nullable: false, allOf: [{ type: 'object' }] }, { allOf: [{ type: 'object' }] }],
  [{ allOf: [{ type: 'object', nullable: true }] }, { allOf: [{ type: ['object', 'null'] }] }],
  [{ minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  [{ maximum: 0, exclusiveMaximum: true }, { exclusiveMaximum: 0 }],
  [{ maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
  [{ exclusiveMinimum: true }, {}],
  [
    { type: 'string', example: 'a' },
    { type: 'string', examples: ['a'] },
  ],
  [
    { type: 'string', format: 'byte' },
    { type: 'string', contentEncoding: 'base64' },
  ],
  [
    { type: 'string', format: 'binary' },
    { type: 'string', contentMediaType: 'application/octet-stream' },
  ],
  [
    { type: 'string', format: 'binary', nullable: true, maxLength: 5 },
    { type: ['string', 'null'], contentMediaType: 'application/octet-stream', maxLength: 5 },
  ],
  [{ type: 'file' }, { contentMediaType: 'application/octet-stream' }],
  [
    { $ref: '#/components/schemas/A', nullable: true, description: 'a' },
    { $ref: '#/components/schemas/A', nullable: true, description: 'a' },
  ],
  [
    { properties: { nullable: { type: 'string', nullable: true }, example: { format: 'byte' } } },
    { properties: { nullable: { type: ['string', 'null'] }, example: { format: 'byte' } } },
  ],
  [
    { default: { nullable: true, example: 1 }, enum: [{ nullable: true }], 'x-a': { nullable: true } },
    { default: { nullable: true, example: 1 }, enum: [{ nullable: true }], 'x-a': { nullable: true } },
  ],
])('the schema %j becomes %j', (schema, upgraded) => {
  expect(upgradeSchema(schema)).toEqual(upgraded);
});

test('schemas are upgraded in all locations, bodies of bytes among them', () => {
  const schema = { type: 'integer', nullable: true };
  const upgradedSchema = { type: ['integer', 'null'] };
  const contentMediaType = 'application/octet-stream';
  const operation = (own: JsonObject, bytes: JsonObject): JsonObject => ({
    parameters: [{ name: 'a', in: 'query', schema: own, example: 1 }],
    requestBody: { content: { 'image/png': { schema: bytes, example: 'a' } } },
    responses: { 200: { description: 'a', headers: { a: { schema: own } } } },
    callbacks: { b: { '{$url}': { post: { requestBody: { content: { a: { schema: own } } } } } } },
  });
  expect(
    upgradeDocument(
      createDocument({ paths: { '/a': { post: operation(schema, { type: 'string', format: 'binary' }) } } }),
    ),
  ).toEqual({
    ...createDocument({
      paths: { '/a': { post: operation(upgradedSchema, { type: 'string', contentMediaType }) } },
    }),
    openapi: '3.1.1',
  });
});

test('siblings of a reference, which 3.0 ignores, do not take effect', () => {
  const $ref = '#/components/responses/A';
  const responses = { 200: { $ref, description: 'a' } };
  const upgraded = upgradeDocument(createDocument({ paths: { '/a': { get: { responses } } } }));
  expect(upgraded.paths).toEqual({ '/a': { get: { responses: { 200: { $ref } } } } });
});

test('the passed document is not changed, and a 3.1 document is returned itself', () => {
  const document = createDocument({ components: { schemas: { A: { type: 'string', nullable: true } } } });
  const before = JSON.stringify(document);
  upgradeDocument(document);
  expect(JSON.stringify(document)).toBe(before);
  const current = { ...document, openapi: '3.1.0' };
  expect(upgradeDocument(current)).toBe(current);
});

test.each([
  ['get', false],
  ['head', false],
  ['post', true],
  ['delete', true],
])('the body of a request with the method %s is kept: %s', (method, isKept) => {
  const operation = { requestBody: { content: {} }, responses: {} };
  const { paths } = upgradeDocument(createDocument({ paths: { '/get': { [method]: operation } } }));
  const { requestBody, ...others } = operation;
  expect(paths).toEqual({ '/get': { [method]: isKept ? { requestBody, ...others } : others } });
});
