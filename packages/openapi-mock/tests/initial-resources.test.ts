import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock, type MockOptions } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

function describe(path: string, item: JsonObject, list: JsonObject = {}): JsonObject {
  const content = { 'application/json': { schema: item } };
  const parameters = Array.from(path.matchAll(/\{(.*?)\}/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return {
    [path]: {
      parameters,
      get: {
        responses: {
          '200': {
            description: 'All',
            content: { 'application/json': { schema: { type: 'array', items: item }, ...list } },
          },
        },
      },
      post: { requestBody: { content }, responses: { '201': { description: 'Created', content } } },
    },
    [`${path}/{id}`]: {
      parameters: [...parameters, { name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { '200': { description: 'One', content }, '404': { description: 'None' } } },
      delete: { responses: { '204': { description: 'Deleted' } } },
    },
  };
}

const ITEM = {
  type: 'object',
  required: ['name'],
  properties: {
    id: { type: 'string', example: 'thing_1' },
    name: { type: 'string', example: 'Rex' },
    uuid: { type: 'string', format: 'uuid', readOnly: true, example: '1a901a90-1a90-4a90-8a90-1a901a901a90' },
    state: { type: 'string', enum: ['new', 'done'], readOnly: true },
  },
};

function createThings(options: MockOptions, list: JsonObject = {}) {
  const inner = describe('/things/{thing}/parts', { ...ITEM });
  return createMock(
    {
      openapi: '3.0.3',
      info: { title: 'Things', version: '1.0.0' },
      paths: { ...describe('/things', ITEM, list), ...inner },
    },
    options,
  );
}

async function list(mock: ReturnType<typeof createMock>, path = '/things', headers = {}) {
  const { body } = await ask(mock, `GET ${path}`, { headers });
  return body as unknown as { id: string; name: string; uuid: string }[];
}

function countDistinct(values: readonly unknown[]): number {
  return new Set(values).size;
}

test('each list shows three resources that differ, and can be read and deleted', async () => {
  const mock = createThings({ initial: 3 });
  const things = await list(mock);
  expect(things.map(({ name }) => name).toSorted()).toEqual(['Rex', 'Rex 2', 'Rex 3']);
  expect([countDistinct(things.map(({ id }) => id)), countDistinct(things.map(({ uuid }) => uuid))]).toEqual([
    3, 3,
  ]);
  for (const thing of things) {
    expect((await ask(mock, `GET /things/${thing.id}`)).body).toEqual(thing);
    expect((await ask(mock, `DELETE /things/${thing.id}`)).status).toBe(204);
  }
  expect(await list(mock)).toEqual([]);
});

test('a new resource has another id than the first ones', async () => {
  const mock = createThings({ initial: 3 });
  const { body } = await ask(mock, 'POST /things', { body: { name: 'Milo' } });
  const ids = (await list(mock)).map(({ id }) => id);
  expect([ids.includes(String(body.id)), countDistinct(ids)]).toEqual([true, 4]);
});

test('the resources of an example come first', async () => {
  const example = [
    { id: 'a', name: 'Ann' },
    { id: 'b', name: 'Bob' },
  ];
  const things = await list(createThings({ initial: 3 }, { example }));
  expect(things.map(({ id }) => id)).toEqual(expect.arrayContaining(['a', 'b']));
  expect(things.map(({ name }) => name)).toEqual(expect.arrayContaining(['Ann', 'Bob']));
  expect(things).toHaveLength(3);
});

test('resources are below each resource around them, and not below a new one', async () => {
  const mock = createThings({ initial: 2 });
  const ids: string[] = [];
  for (const { id } of await list(mock)) {
    const parts = await list(mock, `/things/${id}/parts`);
    expect(parts).toHaveLength(2);
    ids.push(...parts.map((part) => part.id));
  }
  expect(countDistinct(ids)).toBe(4);
  const { body } = await ask(mock, 'POST /things', { body: { name: 'Milo' } });
  expect(await list(mock, `/things/${body.id}/parts`)).toEqual([]);
});

test('each world begins in the same way; a reset one is empty', async () => {
  const mock = createThings({ initial: 3 });
  await ask(mock, 'DELETE /things/thing_1', { headers: { 'mock-world': 'a' } });
  expect(await list(mock, '/things', { 'mock-world': 'b' })).toHaveLength(3);
  mock.reset('b');
  expect(await list(mock, '/things', { 'mock-world': 'b' })).toEqual([]);
});

test('a mock from code begins without resources, or with those of a seed', async () => {
  expect(await list(createThings({}))).toEqual([]);
  const value = { id: 's', name: 'Seed' };
  const seeded = createThings({ initial: { resources: { '/things/{id}': [{ id: 's', value }] } } });
  expect(await list(seeded)).toEqual([value]);
  expect(() => createThings({ initial: { resources: { '/others/{id}': [] } } })).toThrow(
    'No resources are kept',
  );
});
