import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../json.ts';
import { readModel } from '../model/read-model.ts';
import { partsLeadingTo, selectOperations, withoutParts } from './select-operations.ts';
import type { Selection } from './selection.ts';

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const body = (name: string) => ({ content: { 'application/json': { schema: schema(name) } } });

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  paths: {
    '/a': {
      parameters: [{ $ref: '#/components/parameters/Shared' }],
      get: {
        operationId: 'getA',
        tags: ['t'],
        responses: {
          200: {
            description: 'ok',
            ...body('Common'),
            links: { next: { operationId: 'postB' }, self: { operationRef: '#/paths/~1a/get' } },
          },
        },
      },
      put: { operationId: 'putA', requestBody: body('OnlyPut'), responses: {} },
    },
    '/b': { post: { operationId: 'postB', requestBody: body('OnlyB'), responses: {} } },
    '/c': { $ref: '#/components/pathItems/C' },
  },
  webhooks: { done: { post: { requestBody: body('Done'), responses: {} } } },
  components: {
    parameters: { Shared: { name: 's', in: 'query', schema: schema('InParameter') } },
    pathItems: { C: { get: { operationId: 'getC', responses: {} } } },
    schemas: {
      Common: { discriminator: { propertyName: 'k', mapping: { x: 'Mapped' } } },
      Mapped: {},
      InParameter: {},
      OnlyPut: { items: schema('Inner') },
      Inner: { items: schema('OnlyPut') },
      OnlyB: { items: schema('Common') },
      Done: {},
      Unused: {},
    },
  },
};

test('a path without operations is removed, and the target of a reference is kept', () => {
  const parameters = [{ $ref: '#/components/parameters/Id' }];
  const responses = { 200: { $ref: '#/paths/~1b/get/responses/200' } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: {
      '/a/{id}': { parameters },
      '/a': { get: { operationId: 'a', responses } },
      '/b': { get: { operationId: 'b', responses: { 200: { description: 'b' } } } },
      '/c/{id}': { parameters, get: { operationId: 'c', responses: {} } },
    },
    components: { parameters: { Id: { name: 'id', in: 'path', required: true, schema: {} } } },
  } as unknown as JsonValue;
  const selected = selectOperations(document, readModel(document, 'a.json'), { include: ['a'] });
  expect(Object.keys(Object(selected.document).paths)).toEqual(['/a', '/b']);
  expect(readModel(selected.document, 'a.json').operations.map(({ id }) => id)).toEqual(['a', 'b']);
});

function select(selection: Selection) {
  const model = readModel(DOCUMENT as unknown as JsonValue, 'a.json');
  const { document, unknown } = selectOperations(model.document, model, selection);
  const selected = readModel(document, 'a.json');
  return {
    unknown,
    document: document as JsonObject,
    operations: selected.operations.map(({ id }) => id),
    schemas: [...selected.schemas.keys()],
    webhooks: selected.webhooks.map(({ name }) => name),
  };
}

test('operations that are not selected are removed, with the components that only they reference and the links to them', () => {
  const { document, ...rest } = select({ include: ['getA'] });
  expect(rest).toEqual({
    unknown: [],
    operations: ['getA'],
    schemas: ['Common', 'Mapped', 'InParameter', 'Unused'],
    webhooks: [],
  });
  expect(JSON.stringify(document)).not.toContain('postB');
  expect(JSON.stringify(document)).toContain('"self"');
});

test.each<[Selection, string[], string[]]>([
  [{ include: ['put /a', 'done'] }, ['putA'], ['done']],
  [{ include: ['tag:t', 'getC'] }, ['getA', 'getC'], []],
  [{ include: ['/a'], exclude: ['getA'] }, ['putA'], []],
  [{ exclude: ['#/paths/~1a', 'done'] }, ['postB', 'getC'], []],
  [{}, ['getA', 'putA', 'postB', 'getC'], ['done']],
])('%j selects %j and %j', (selection, operations, webhooks) => {
  expect(select(selection)).toMatchObject({ operations, webhooks });
});

test('names and tags that select nothing are reported', () => {
  expect(select({ include: ['getA', 'nothing'], exclude: ['tag:u', '#/info'] }).unknown).toEqual([
    'nothing',
    'tag:u',
    '#/info',
  ]);
});

test.each([
  ['#/components/schemas/Mapped/type', ['getA', 'postB']],
  ['#/components/schemas/InParameter', ['getA', 'putA']],
  ['#/components/schemas/Inner/items', ['putA']],
  ['#/components/schemas/Done', ['postDone']],
  ['#/paths/~1b/post/requestBody', ['postB']],
  ['#/components/pathItems/C/get', ['getC']],
  ['#/components/schemas/Unused', []],
  ['#/info', []],
])('%s is a part of %j', (part, ids) => {
  const model = readModel(DOCUMENT as unknown as JsonValue, 'a.json');
  const { operations, pointers } = partsLeadingTo(model, [part]);
  expect(operations.map(({ id }) => id).sort()).toEqual(ids);
  const reduced = readModel(withoutParts(model.document, model, pointers), 'a.json');
  const left = [...reduced.operations, ...reduced.webhooks.flatMap((webhook) => webhook.operations)];
  expect(left.filter(({ id }) => ids.includes(id))).toEqual([]);
});
