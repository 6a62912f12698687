import type { JsonValue, Parameter } from '@keyframe/openapi-model';
import { Conventions, type Paging } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';
import { readOperation } from '../../../tests/read-operation.ts';
import type { Draft } from '../requests/draft.ts';
import type { Exchange } from '../session/session.ts';
import { firstPageDraft, isCompleteList, nextPageDraft, readPages } from './pager.ts';

const conventions = new Conventions();
const query = (name: string, schema: JsonValue = true) =>
  ({ name, location: 'query', schema: { schema, pointer: '#' } }) as unknown as Parameter;

const NO_PAGING: Paging = {
  limit: undefined,
  defaultLimit: undefined,
  offset: undefined,
  page: undefined,
  firstPage: 1,
  cursor: undefined,
  next: undefined,
  more: undefined,
};

test.each([
  [{}, 1, true],
  [{}, 0, false],
  [{ limit: query('limit') }, 1, false],
  [{ limit: query('limit'), cursor: query('cursor') }, 1, true],
  [{ limit: query('limit'), cursor: query('cursor') }, 80, false],
])('with the paging %j, %i pages are complete: %s', (paging, count, isComplete) => {
  const all = { ...NO_PAGING, ...paging };
  expect(isCompleteList(Array.from({ length: count }) as never, all)).toBe(isComplete);
});

function exchange(body: JsonValue, link?: string): Exchange {
  const headers = link === undefined ? [] : [['link', link]];
  return { response: { headers }, body: { kind: 'json', value: body } } as unknown as Exchange;
}

const CURSOR = { cursor: query('cursor') };
const NEXT = { kind: 'parameter', path: ['end'] };
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
  [{ page: query('page'), firstPage: 0 }, {}, undefined, 1],
  [{ ...CURSOR, next: NEXT }, { end: 'f', next: 'g' }, undefined, 'f'],
];

test.each(CASES)('with %j, the page %j and the Link %s lead to %j', (...values) => {
  const [paging, body, link, value] = values;
  const all = { ...NO_PAGING, ...paging };
  const draft: Draft = { operation: {} as never, parameters: new Map() };
  const page = { exchange: exchange(body, link), items: [{}, {}], ids: ['id1', 'id2'] };
  const next = nextPageDraft(draft, page, { paging: all, itemsRead: 2, conventions });
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
  const all = { ...NO_PAGING, ...CURSOR };
  const next = nextPageDraft(draft, page, { paging: all, itemsRead: 1, conventions });
  expect(next && [...next.parameters.values()][0]).toBe(cursor);
});

test.each([
  [{ offset: query('offset') }, { 'query:offset': 89 }, undefined, { 'query:offset': 0 }],
  [{ page: query('page') }, { 'query:page': 7 }, undefined, { 'query:page': 1 }],
  [{ offset: query('offset') }, {}, undefined, {}],
  [{ limit: query('limit') }, { 'query:limit': 5 }, 2, { 'query:limit': 2 }],
  [{ limit: query('limit') }, { 'query:limit': 5 }, undefined, { 'query:limit': 5 }],
])('with the paging %j, a list that is sent with %j starts at its first page', (...values) => {
  const [paging, sent, size, expected] = values;
  const draft: Draft = { operation: {} as never, parameters: new Map(Object.entries(sent)) };
  const { parameters } = firstPageDraft(draft, { ...NO_PAGING, ...paging }, size);
  expect(Object.fromEntries(parameters)).toEqual(expected);
});

test('an empty page is the last one', () => {
  const all = { ...NO_PAGING, offset: query('offset') };
  const draft: Draft = { operation: {} as never, parameters: new Map() };
  const page = { exchange: exchange([]), items: [], ids: [] };
  expect(nextPageDraft(draft, page, { paging: all, itemsRead: 2, conventions })).toBeUndefined();
});

test.each([
  ['are complete if the page after the last one is rejected', 2, 400, true],
  ['are incomplete if the page after the last one gets no response', 2, undefined, false],
  ['are incomplete if a page that the total counts cannot be read', 4, 400, false],
  ['are incomplete if nothing leads to the page that a flag announces', undefined, 400, false],
])('pages %s', async (...[, total, status, expected]) => {
  const { operation, session } = readOperation([]);
  const items = [{ id: 1 }, { id: 2 }];
  const body = total === undefined ? { items, has_more: true } : { items, total };
  const respond = (status: number) => ({ operation, response: { status, headers: [] } }) as object;
  const send = async ({ parameters }: Draft) => {
    if (parameters.size === 0) return Object.assign(exchange(body), respond(200));
    return status === undefined ? undefined : Object.assign(exchange({}), respond(status));
  };
  const paging = { ...NO_PAGING, ...(total === undefined ? {} : { page: query('page') }) };
  const collection = {
    itemPath: '/things/{id}',
    parameter: 'id',
    idProperty: undefined,
    conventions,
  } as never;
  const draft: Draft = { operation, parameters: new Map() };
  const reader = { ...session, node: session.responses.node } as never;
  const pages = await readPages(send, draft, { collection, paging, reader, size: undefined });
  expect(pages).toHaveLength(1);
  expect(isCompleteList(pages, paging)).toBe(expected);
});
