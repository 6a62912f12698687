import { type JsonObject, type JsonValue, readModel } from '@keyframe/openapi-model';
import { createReader } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';
import { readOrder, sortItems } from './list-order.ts';

const MEMBERS = new Set(['name', 'created_at', 'size', 'order']);

function read(query: Readonly<Record<string, JsonValue>>, defaults: Readonly<Record<string, string>> = {}) {
  const names = [...new Set([...Object.keys(query), ...Object.keys(defaults)])];
  const parameters = names.map((name) => ({
    name,
    in: 'query',
    schema: { type: 'string', ...(defaults[name] === undefined ? {} : { default: defaults[name] }) },
  }));
  const get = { parameters, responses: { 200: { description: 'x' } } };
  const document = { openapi: '3.1.1', info: { title: 'x', version: '1' }, paths: { '/x': { get } } };
  const model = readModel(document, 'document');
  const values = new Map(Object.entries(query).map(([name, value]) => [`query:${name}`, value]));
  const { keys, parameters: used } = readOrder(
    { parameters: model.operations[0]?.parameters ?? [] },
    { reader: createReader(model), values, members: MEMBERS },
  );
  const texts = keys.map(({ name = 'creation', isDescending }) => `${isDescending ? '-' : '+'}${name}`);
  return [texts.join(' '), [...used].join(' ')];
}

test.each<[query: Readonly<Record<string, JsonValue>>, keys: string, used: string]>([
  [{ sort: 'name' }, '+name', 'sort'],
  [{ sort: '-name' }, '-name', 'sort'],
  [{ sort: 'name:desc' }, '-name', 'sort'],
  [{ sort: 'name_desc' }, '-name', 'sort'],
  [{ sort: 'nameDesc' }, '-name', 'sort'],
  [{ sort: 'name,desc' }, '-name', 'sort'],
  [{ sort: ['size', '-name'] }, '+size -name', 'sort'],
  [{ sort: 'size,-name' }, '+size -name', 'sort'],
  [{ sortBy: 'createdAt', sortOrder: 'DESC' }, '-created_at', 'sortBy sortOrder'],
  [{ sort_by: 'created', order: 'descending' }, '-created_at', 'sort_by order'],
  [{ order: 'desc' }, '-creation', 'order'],
  [{ sort: 'oldest' }, '+creation', 'sort'],
  [{ sort: 'newest' }, '-creation', 'sort'],
  [{ order: '3' }, '', ''],
  [{ sort: 'other' }, '', ''],
  [{ filter: 'name' }, '', ''],
])('the query %j has the order "%s"', (query, keys, used) => {
  expect(read(query)).toEqual([keys, used]);
});

test('the defaults of a document are an order', () => {
  const defaults = { sort: 'size', direction: 'desc' };
  expect(read({}, defaults)).toEqual(['-size', 'sort direction']);
  expect(read({ sort: 'name', direction: 'asc' }, defaults)).toEqual(['+name', 'sort direction']);
});

const VALUES: readonly JsonObject[] = [
  { name: 'b', size: 10 },
  { name: 'a', size: 9 },
  { size: 9 },
  { name: 'B', size: null },
];
const ITEMS = VALUES.map((value, index) => ({ position: VALUES.length - index, value }));

test.each([
  [[], [4, 3, 2, 1]],
  [[{ name: 'name', isDescending: false }], [3, 4, 1, 2]],
  [[{ name: 'name', isDescending: true }], [1, 4, 3, 2]],
  [[{ name: 'size', isDescending: false }], [3, 2, 4, 1]],
  [
    [
      { name: 'size', isDescending: false },
      { name: 'name', isDescending: true },
    ],
    [3, 2, 4, 1],
  ],
  [[{ name: undefined, isDescending: false }], [1, 2, 3, 4]],
])('sorted by %j, items have the positions %j', (keys, positions) => {
  expect(sortItems(ITEMS, keys).map(({ position }) => position)).toEqual(positions);
});
