// Generated code compiles under the options that strict projects set beyond `strict`.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileFolder, documentWith, generateIntoFolder } from './generate-into-folder.ts';

const STRICTER = {
  noPropertyAccessFromIndexSignature: true,
  isolatedDeclarations: true,
  declaration: true,
  noImplicitReturns: true,
  allowUnreachableCode: false,
};

const NOTHING = { not: {} };

const schemas = {
  Closed: { type: 'object', additionalProperties: false },
  Empty: { type: 'object', additionalProperties: NOTHING },
  Nameless: { type: 'object', propertyNames: NOTHING },
  Rest: { type: 'object', properties: { a: true }, unevaluatedProperties: NOTHING },
  Items: { type: 'array', prefixItems: [{ type: 'string' }], items: NOTHING },
  Matched: { type: 'object', patternProperties: { '^a': NOTHING }, additionalProperties: false },
  Impossible: {
    type: 'object',
    required: ['a', 'b', 'c'],
    properties: {
      a: { type: 'string' },
      b: { type: 'null', oneOf: [{ type: 'string' }] },
      c: { type: 'string' },
    },
  },
  Map: { type: 'object', additionalProperties: { type: 'integer' } },
  Node: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer' },
      next: { $ref: '#/components/schemas/Node' },
      size: { default: 1 },
    },
  },
};

const operation = {
  operationId: 'putNode',
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
    { name: 'limit', in: 'query', schema: { type: 'integer', default: 20 } },
  ],
  requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } } },
  responses: {
    200: {
      description: 'Fine',
      headers: { 'X-Total': { schema: { type: 'integer' } } },
      content: {
        'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
      },
    },
  },
};

const document = {
  ...documentWith(schemas),
  // A part that two operations share has a name, too.
  paths: {
    '/nodes/{id}': { put: operation },
    '/others/{id}': { put: { ...operation, operationId: 'putOther' } },
  },
  webhooks: { changed: { post: { responses: { 204: { description: 'Seen' } } } } },
};

const USE = `import { objectOf } from '@keyframe/openapi-runtime/server';
import { type Handlers, Node, registerRoutes } from './index.ts';
import { OpenAPIHono } from '@hono/zod-openapi';

const Named = objectOf(Node).extend({ name: Node.optional() });
export const id: number = Named.parse({ id: 1 }).id;
export const app: OpenAPIHono = registerRoutes(new OpenAPIHono(), {}, { unimplemented: 'answer-501' });
const handlers: Partial<Handlers> = {};
// @ts-expect-error what becomes of the others has to be said
registerRoutes(new OpenAPIHono(), handlers);
`;

test('generated code compiles with isolated declarations, and no name in it is unused', async () => {
  await using folder = await generateIntoFolder(document);
  await writeFile(join(folder.path, 'use.ts'), USE);
  expect(await compileFolder(folder, 7, { stricter: STRICTER })).toBe('');
});

const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const writeMap = (additionalProperties: object) => ({ type: 'object', additionalProperties });

test('maps may hold themselves, and components be called as the types of maps and of defaults', async () => {
  const schemas = {
    Tree: { type: ['object', 'null'], additionalProperties: named('Tree') },
    Value: {
      oneOf: [{ type: 'string' }, { type: 'array', items: named('Value') }, writeMap(named('Value'))],
    },
    Record: { type: 'object', properties: { by: writeMap({ type: 'integer' }) } },
    Partial: { type: 'object', properties: { size: { type: 'integer', default: 1 } } },
  };
  await using folder = await generateIntoFolder(documentWith(schemas));
  const use = `import type { PartialModel, PartialModelInput, RecordModel, Tree, Value } from './index.ts';
export const tree: Tree = { a: { b: null } };
export const value: Value = { a: [{ b: 'c' }] };
export const record: RecordModel = { by: { a: 1 } };
export const before: PartialModelInput = {};
export const after: PartialModel = { size: 2 };
// @ts-expect-error no tree has numbers
export const wrong: Tree = { a: { b: 1 } };
`;
  await writeFile(join(folder.path, 'use.ts'), use);
  expect(await compileFolder(folder, 7, { stricter: STRICTER })).toBe('');
});

test('compiles defaults of referenced lists of constants', async () => {
  const schemas = {
    Size: { enum: ['s', 'm'] },
    Sizes: { type: 'array', items: named('Size'), default: ['s'] },
    Filter: {
      type: 'object',
      properties: { sizes: named('Sizes'), more: { ...named('Sizes'), default: ['m'] } },
    },
  };
  await using folder = await generateIntoFolder(documentWith(schemas));
  expect(await compileFolder(folder, 7, { stricter: STRICTER })).toBe('');
});

test('constants of several types, and headers of the fields of a form', async () => {
  const fields = { type: 'object', properties: { file: { type: 'string' } } };
  const encoding = { file: { headers: { 'x-part': { schema: { type: 'string' } } } } };
  const post = {
    operationId: 'send',
    requestBody: { content: { 'multipart/form-data': { schema: fields, encoding } } },
    responses: { 200: { description: 'Sent' } },
  };
  const schemas = {
    Page: {
      type: 'object',
      properties: { mode: { enum: ['a', null, true, 1.5, { k: 'v' }, [1]] }, fixed: { const: { a: ['b'] } } },
    },
    Either: { enum: [{ $ref: 'a' }, 'a'] },
  };
  await using folder = await generateIntoFolder({ ...documentWith(schemas), paths: { '/': { post } } });
  expect(await compileFolder(folder, 7, { stricter: STRICTER })).toBe('');
});
