import { type JsonObject, type JsonValue, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createReader } from '../document/document-reader.ts';
import { planList, planPaging } from './list-plan.ts';

const THING = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } };
const THINGS = { type: 'array', items: THING };

function read(parameters: readonly JsonObject[], schema: JsonValue = true) {
  const content = { 'application/json': { schema } };
  const get = {
    parameters: parameters.map((parameter) => ({ in: 'query', schema: {}, ...parameter })),
    responses: { 200: { description: 'It.', content } },
  };
  const info = { title: 'Things', version: '1' };
  const model = readModel({ openapi: '3.1.1', info, paths: { '/things': { get } } }, 'document.json');
  const [operation] = model.operations;
  if (!operation) throw new Error('The document has no operation.');
  return { reader: createReader(model), operation };
}

test.each([
  [['limit', 'cursor'], { limit: 'limit', cursor: 'cursor' }],
  [['per_page', 'page'], { limit: 'per_page', page: 'page' }],
  [['$top', '$skip'], { limit: '$top', offset: '$skip' }],
  [['page[size]', 'page[number]'], { limit: 'page[size]', page: 'page[number]' }],
  [['name', 'status'], {}],
])('finds among the parameters %j the paging %j', (names, expected) => {
  const { reader, operation } = read(names.map((name) => ({ name })));
  const { limit, page, offset, cursor } = planPaging(reader, operation);
  const paging = Object.entries({ limit, page, offset, cursor }).filter(([, parameter]) => parameter);
  expect(Object.fromEntries(paging.map(([key, parameter]) => [key, parameter?.name]))).toEqual(expected);
});

const MINIMUM_0 = { allOf: [{ type: 'integer', minimum: 0 }] };

test.each<[JsonObject, number]>([
  [{}, 1],
  [{ minimum: 0 }, 0],
  [{ minimum: 0, default: 1 }, 1],
  [{ minimum: 1 }, 1],
  [{ minimum: 0, default: null }, 0],
  [{ ...MINIMUM_0, default: 1 }, 1],
  [MINIMUM_0, 0],
])('the first page of a parameter with the schema %j is %i', (schema, page) => {
  const { reader, operation } = read([{ name: 'page', schema }]);
  expect(planPaging(reader, operation).firstPage).toBe(page);
});

test('a time is no cursor, in a branch neither', () => {
  const time = { type: 'string', format: 'date-time' };
  for (const schema of [time, { anyOf: [time, { type: 'null' }] }]) {
    const { reader, operation } = read([{ name: 'maxResults' }, { name: 'after', schema }]);
    expect(planPaging(reader, operation).cursor).toBeUndefined();
  }
});

const page = (properties: JsonObject) => ({ type: 'object', properties });
const FLAG = { has_more: { type: 'boolean' } };

test.each([
  [
    { data: THINGS, ...FLAG },
    { name: 'after', path: undefined, isId: true },
  ],
  [
    { data: THINGS, ...FLAG, next_cursor: { type: 'string' } },
    { name: 'after', path: ['next_cursor'] },
  ],
  [{ data: THINGS }, undefined],
])('the page %j continues by %j', (properties, expected) => {
  const { reader, operation } = read([{ name: 'after' }], page(properties));
  const next = planList(reader, operation)?.next;
  if (expected) expect(next).toMatchObject({ kind: 'parameter', ...expected });
  else expect(next).toBeUndefined();
});

test.each<[properties: JsonObject, items: readonly string[]]>([
  [{ data: THINGS }, ['data']],
  [{ warnings: THINGS, things: THINGS }, ['things']],
  [{ rows: THINGS, records: THINGS }, ['records']],
  [{ data: page({ rows: THINGS }) }, ['data', 'rows']],
  [{ things: { type: 'object', additionalProperties: THING } }, ['things']],
])('the items of %j are at %j', (properties, items) => {
  const { reader, operation } = read([], page(properties));
  expect(planList(reader, operation)?.items).toEqual(items);
});
