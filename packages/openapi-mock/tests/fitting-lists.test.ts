import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const text: JsonObject = { type: 'string' };
const json = (schema: JsonObject, example?: JsonObject): JsonObject => ({
  content: { 'application/json': { schema, ...(example && { example }) } },
});
const thing: JsonObject = { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } };

/** Creates a mock whose list has a schema of its own, and creates things with names. */
async function listThings(schema: JsonObject, names: readonly string[], example?: JsonObject) {
  const mock = createMock({
    openapi: '3.1.1',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': {
        get: { responses: { '200': { description: 'x', ...json(schema, example) } } },
        post: {
          requestBody: json({ type: 'object', properties: { name: text } }),
          responses: { '201': { description: 'x', ...json(thing) } },
        },
      },
      '/things/{id}': { get: { responses: { '200': { description: 'x', ...json(thing) } } } },
    },
  });
  for (const name of names) await ask(mock, 'POST /things', { body: { name } });
  return (await ask(mock, 'GET /things')).body;
}

test('a list of texts is no list of resources', async () => {
  const example = { tags: ['a'] };
  const schema: JsonObject = {
    type: 'object',
    required: ['tags'],
    properties: { tags: { type: 'array', items: text } },
  };
  expect(await listThings(schema, ['one'], example)).toEqual(example);
});

test('items that a list cannot show are omitted', async () => {
  const named = { ...thing, properties: { id: text, name: { enum: ['one', 'two'] } } };
  const schema: JsonObject = { type: 'object', properties: { data: { type: 'array', items: named } } };
  const { data } = await listThings(schema, ['one', 'three', 'two'], { data: [] });
  expect(Object.values(data ?? {}).map((item) => Object(item).name)).toEqual(['two', 'one']);
});

test('a list that requires several items shows each of them', async () => {
  const data: JsonObject = {
    type: 'array',
    minItems: 2,
    items: { ...thing, properties: { id: text, name: text } },
  };
  const listed = await listThings({ type: 'object', properties: { data } }, ['one', 'two', 'three']);
  expect(listed.data).toMatchObject([{ name: 'three' }, { name: 'two' }, { name: 'one' }]);
});

test('a list that may not be empty is the documented one until something is created', async () => {
  const example = { data: [{ id: 'a', name: 'shown' }] };
  const data: JsonObject = { type: 'array', minItems: 1, items: thing };
  const schema: JsonObject = { type: 'object', properties: { data } };
  expect(await listThings(schema, [], example)).toEqual(example);
  expect((await listThings(schema, ['one'], example)).data).toMatchObject([{ name: 'one' }]);
});
