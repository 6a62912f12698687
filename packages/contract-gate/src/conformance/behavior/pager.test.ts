import { type JsonObject, type JsonValue, type Parameter, readModel } from '@keyframe/openapi-model';
import { Conventions } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';
import { readOperation } from '../../../tests/read-operation.ts';
import type { Draft } from '../requests/draft.ts';
import type { Exchange } from '../session/session.ts';
import { findNextLink, findPaging, isCompleteList, nextPageDraft, readPages } from './pager.ts';

const conventions = new Conventions();
const model = readModel(
  { openapi: '3.1.1', info: { title: 'Things', version: '1' }, paths: {} },
  'test.json',
);
const query = (name: string, schema: JsonValue = true) =>
  ({ name, location: 'query', schema: { schema, pointer: '#' } }) as unknown as Parameter;

const find = (...parameters: JsonObject[]) => {
  const { operation, session } = readOperation(parameters);
  return findPaging(operation, session);
};

test.each([
  [['limit', 'cursor'], { limit: 'limit', cursor: 'cursor' }],
  [['per_page', 'page'], { limit: 'per_page', page: 'page' }],
  [['$top', '$skip'], { limit: '$top', offset: '$skip' }],
  [['page[size]', 'page[number]'], { limit: 'page[size]', page: 'page[number]' }],
  [['name', 'status'], {}],
])('finds among the parameters %j the paging %j', (names, paging) => {
  const found = find(...names.map((name) => ({ name })));
  const named = Object.entries(found).flatMap(([key, one]) => (one ? [[key, one.name]] : []));
  expect(Object.fromEntries(named)).toEqual(paging);
});

test('a time is no cursor, in a branch neither', () => {
  const time = { type: 'string', format: 'date-time' };
  for (const schema of [time, { anyOf: [time, { type: 'null' }] }])
    expect(find({ name: 'maxResults' }, { name: 'after', schema }).cursor).toBeUndefined();
});

test.each([
  [{}, 1, true],
  [{ limit: query('limit') }, 1, false],
  [{ limit: query('limit'), cursor: query('cursor') }, 1, true],
  [{ limit: query('limit'), cursor: query('cursor') }, 80, false],
])('with the paging %j, %i pages are complete: %s', (paging, count, isComplete) => {
  const all = { limit: undefined, offset: undefined, page: undefined, cursor: undefined, ...paging };
  expect(isCompleteList(Array.from({ length: count }) as never, all)).toBe(isComplete);
});

function exchange(body: JsonValue, link?: string): Exchange {
  const headers = link === undefined ? [] : [['link', link]];
  return { response: { headers }, body: { kind: 'json', value: body } } as unknown as Exchange;
}

const CURSOR = { cursor: query('cursor') };
const CASES: readonly (readonly [object, JsonValue, string | undefined, JsonValue | undefined])[] = [
  [CURSOR, { next_cursor: 'b' }, undefined, 'b'],
  [CURSOR, { next: '/things?cursor=c&limit=2' }, undefined, 'c'],
  [CURSOR, { page: { nextCursor: 'd' } }, undefined, 'd'],
  [CURSOR, { next_cursor: null }, undefined, undefined],
  [CURSOR, { next_cursor: '' }, undefined, undefined],
  [CURSOR, {}, '</things?cursor=e>; rel="next"', 'e'],
  [{ cursor: query('starting_after') }, { has_more: true }, undefined, 'id2'],
  [{ cursor: query('starting_after') }, { has_more: false }, undefined, undefined],
  [{ offset: query('offset') }, {}, undefined, 2],
  [{ ...CURSOR, offset: query('offset') }, {}, undefined, 2],
  [{ page: query('page') }, {}, undefined, 2],
  [{ page: query('page', { minimum: 0 }) }, {}, undefined, 1],
];

test.each(CASES)('with %j, the page %j and the Link %s lead to %j', (...values) => {
  const [paging, body, link, value] = values;
  const all = { limit: undefined, offset: undefined, page: undefined, cursor: undefined, ...paging };
  const draft: Draft = { operation: {} as never, parameters: new Map() };
  const page = { exchange: exchange(body, link), items: [{}, {}], ids: ['id1', 'id2'] };
  const next = nextPageDraft(draft, page, { model, paging: all, itemsRead: 2, conventions });
  expect(next && [...next.parameters.values()][0]).toEqual(value);
});

test.each([
  ['Next-Page', 'https://a.test/things?_limit=2&cursor=b', 'b'],
  ['x-next-cursor', 'c', 'c'],
  ['Next-Page', '', undefined],
  ['Next-Retry', 'd', undefined],
])('the header %s: %s leads to %s', (...[name, text, cursor]) => {
  const draft: Draft = { operation: {} as never, parameters: new Map() };
  const response = { headers: [[name, text]] } as never;
  const page = { exchange: { ...exchange([]), response }, items: [{}], ids: ['id1'] };
  const all = { limit: undefined, offset: undefined, page: undefined, ...CURSOR };
  const next = nextPageDraft(draft, page, { model, paging: all, itemsRead: 1, conventions });
  expect(next && [...next.parameters.values()][0]).toBe(cursor);
});

test('an empty page is the last one', () => {
  const all = { limit: undefined, offset: query('offset'), page: undefined, cursor: undefined };
  const draft: Draft = { operation: {} as never, parameters: new Map() };
  const page = { exchange: exchange([]), items: [], ids: [] };
  expect(nextPageDraft(draft, page, { model, paging: all, itemsRead: 2, conventions })).toBeUndefined();
});

test.each([
  ['<https://a.test/x?page=2>; rel="next"', 'https://a.test/x?page=2'],
  ['</x?page=1>; rel="prev", </x?page=3>; rel=next', '/x?page=3'],
  ['</x?page=1>; rel="prev"', undefined],
])('the next link of %j is %j', (link, url) => {
  expect(findNextLink(exchange({}, link))).toBe(url);
});

test.each([
  ['are complete if the page after the last one is rejected', 2, true],
  ['are incomplete if a page that the total counts cannot be read', 4, false],
])('pages %s', async (_title, total, expected) => {
  const { operation } = readOperation([]);
  const body = { total, items: [{ id: 1 }, { id: 2 }] };
  const respond = (status: number) => ({ operation, response: { status, headers: [] } }) as object;
  const send = async ({ parameters }: Draft) =>
    parameters.size > 0
      ? Object.assign(exchange({}), respond(400))
      : Object.assign(exchange(body), respond(200));
  const paging = { limit: undefined, offset: undefined, page: query('page'), cursor: undefined };
  const collection = {
    itemPath: '/things/{id}',
    parameter: 'id',
    idProperty: undefined,
    conventions,
  } as never;
  const draft: Draft = { operation, parameters: new Map() };
  const responses = {} as never;
  const pages = await readPages(send, draft, { collection, model, paging, responses, size: undefined });
  expect(pages).toHaveLength(1);
  expect(isCompleteList(pages, paging)).toBe(expected);
});
