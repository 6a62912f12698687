import { type JsonValue, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { Conventions } from '../conventions/conventions.ts';
import { createReader } from '../document/document-reader.ts';
import { planList } from './list-plan.ts';
import { findNextLink, readItems } from './read-page.ts';

const THING = { type: 'object', properties: { name: { type: 'string' }, tags: { type: 'array' } } };
const MAP = { type: 'object', additionalProperties: { $ref: '#/components/schemas/Thing' } };

function find(value: JsonValue, schema: JsonValue) {
  const content = { 'application/json': { schema } };
  const get = { responses: { 200: { description: 'It.', content } } };
  const document = {
    openapi: '3.1.1',
    info: { title: 'Things', version: '1' },
    paths: { '/things': { get } },
    components: { schemas: { Thing: THING } },
  };
  const model = readModel(document, 'document.json');
  const [operation] = model.operations;
  if (!operation) throw new Error('The document has no operation.');
  const plan = planList(createReader(model), operation);
  return readItems(value, plan, { path: '/things', conventions: new Conventions() });
}

const [first, second] = [{ name: 'x', tags: [] }, { name: 'y' }];
const inArray = [first, second].map((value) => ({ key: undefined, value }));
const inMap = [
  { key: 'a', value: first },
  { key: 'b', value: second },
];

test.each<[value: JsonValue, schema: JsonValue, items: unknown]>([
  [[first, second], true, inArray],
  [{ total: 2, items: [first, second] }, true, inArray],
  [{ data: { items: [first, second] } }, true, inArray],
  [{ warnings: [], things: [first, second] }, true, inArray],
  [{ tags: ['x'], rows: [first, second] }, true, inArray],
  [{ tags: [], rows: [] }, true, []],
  [{ a: first, b: second }, MAP, inMap],
  [{ a: first, b: second }, { type: 'object', patternProperties: { '^.$': THING } }, inMap],
  [{ data: { a: first, b: second } }, { type: 'object', properties: { data: MAP } }, inMap],
  [{}, MAP, []],
  [{ a: 1 }, { type: 'object', additionalProperties: { type: 'integer' } }, undefined],
  [first, { $ref: '#/components/schemas/Thing' }, []],
  [first, { ...THING, additionalProperties: THING }, []],
])('the items of %j, which %j describes, are %j', (value, schema, items) => {
  expect(find(value, schema)).toEqual(items);
});

test.each([
  ['<https://a.test/x?page=2>; rel="next"', 'https://a.test/x?page=2'],
  ['</x?page=1>; rel="prev", </x?page=3>; rel=next', '/x?page=3'],
  ['</x?page=1>; rel="prev"', undefined],
])('the next link of %j is %j', (link, url) => {
  expect(findNextLink([['Link', link]])).toBe(url);
});
