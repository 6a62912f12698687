import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock, type Mock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const PLAN = { type: 'object', required: ['id'], properties: { id: text, limit: integer } };
const PLANS = { type: 'array', items: PLAN };
const NEW_PLAN = { type: 'object', properties: { id: text, limit: integer } };

interface PlansOptions {
  /** The schemas of query parameters. */
  query?: Record<string, JsonObject>;
  list?: JsonObject;
  headers?: JsonObject;
}

function createPlansMock({ query = {}, list = PLANS, headers = {} }: PlansOptions): Mock {
  const json = (schema: JsonValue) => ({ content: { 'application/json': { schema } } });
  const ok = (schema: JsonValue) => ({ description: 'Done', ...json(schema) });
  const parameters = Object.entries(query).map(([name, schema]) => ({ name, in: 'query', schema }));
  const get = { parameters, responses: { '200': { ...ok(list), headers }, '400': { description: 'Bad' } } };
  const id = { name: 'id', in: 'path', required: true, schema: text };
  const paths = {
    '/plans': { get, post: { requestBody: json(NEW_PLAN), responses: { '201': ok(PLAN) } } },
    '/plans/{id}': {
      parameters: [id],
      get: { responses: { '200': ok(PLAN) } },
      delete: { responses: { '204': { description: 'Deleted' } } },
    },
  };
  const schemas = { Index: { ...integer, minimum: 0 }, Size: { ...integer, default: 2 } };
  const info = { title: 'Plans', version: '1' };
  return createMock({ openapi: '3.1.1', info, paths, components: { schemas } });
}

const INDEX = { $ref: '#/components/schemas/Index' };
const SIZE = { $ref: '#/components/schemas/Size' };

async function createPlans(mock: Mock, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1)
    await ask(mock, 'POST /plans', { body: { id: `p${number}`, limit: 500 } });
}

function listIds(list: JsonValue | undefined): unknown[] {
  return Object.values(Object(list)).map((plan) => (isJsonObject(Object(plan)) ? Object(plan).id : plan));
}

test.each([
  [{ page: { ...integer, minimum: 0, default: 0 } }, 0],
  [{ page: { ...integer, minimum: 0 } }, 0],
  [{ page: integer }, 1],
  [{ page: INDEX }, 0],
])('pages with the parameter %j begin with %i', async (query, first) => {
  const mock = createPlansMock({ query: { ...query, size: integer } });
  await createPlans(mock, 5);
  const pages: unknown[][] = [];
  for (const page of [first, first + 1, first + 2])
    pages.push(listIds((await ask(mock, `GET /plans?size=2&page=${page}`)).body));
  expect(pages).toEqual([['p5', 'p4'], ['p3', 'p2'], ['p1']]);
  expect(listIds((await ask(mock, 'GET /plans?size=2')).body)).toEqual(pages[0]);
});

test('the link to the page after a page 0 leads to page 1', async () => {
  const query = { page: { ...integer, minimum: 0 }, size: integer };
  const mock = createPlansMock({ query, headers: { Link: { schema: text } } });
  await createPlans(mock, 3);
  const { headers } = await ask(mock, 'GET /plans?size=2');
  expect(headers.get('link')).toBe('<http://mock.example/plans?size=2&page=1>; rel="next"');
});

test('the number of the next page counts from the first one', async () => {
  const list = { type: 'object', required: ['data'], properties: { data: PLANS, next_page_index: integer } };
  const query = { page_index: { ...integer, minimum: 0 }, limit: integer };
  const mock = createPlansMock({ query, list });
  await createPlans(mock, 3);
  const { body: first } = await ask(mock, 'GET /plans?limit=2');
  const { body: last } = await ask(mock, 'GET /plans?limit=2&page_index=1');
  expect([listIds(first.data), first.next_page_index]).toEqual([['p3', 'p2'], 1]);
  expect([listIds(last.data), last.next_page_index]).toEqual([['p1'], undefined]);
});

test('the parameters of pages may have the schemas of references', async () => {
  const list = { type: 'object', required: ['data'], properties: { data: PLANS, next_page_index: integer } };
  const mock = createPlansMock({ query: { page_index: INDEX, limit: SIZE }, list });
  await createPlans(mock, 3);
  const { body: first } = await ask(mock, 'GET /plans');
  const { body: last } = await ask(mock, `GET /plans?page_index=${String(first.next_page_index)}`);
  expect([listIds(first.data), first.next_page_index]).toEqual([['p3', 'p2'], 1]);
  expect([listIds(last.data), last.next_page_index]).toEqual([['p1'], undefined]);
});

const BY_CURSOR = {
  query: { limit: integer, cursor: text },
  list: { type: 'object', required: ['data'], properties: { data: PLANS, next_cursor: text } },
};
const BY_ID = {
  query: { limit: integer, after: text },
  list: {
    type: 'object',
    required: ['data', 'has_more'],
    properties: { data: PLANS, has_more: { type: 'boolean' }, last_id: text },
  },
};

const page = (properties: JsonObject): JsonObject => ({
  type: 'object',
  required: ['data', 'pagination'],
  properties: { data: PLANS, pagination: { type: 'object', properties } },
});

test.each([
  ['a flag', page({ has_more: { type: 'boolean' }, next_cursor: text })],
  ['no flag', page({ nextCursor: { type: ['string', 'null'] } })],
])('a list with %s continues after the cursor that it shows', async (_, list) => {
  const mock = createPlansMock({ query: { limit: integer, after: text, before: text }, list });
  await createPlans(mock, 3);
  const { body: first } = await ask(mock, 'GET /plans?limit=2');
  const shown = Object(first.pagination);
  const cursor = String(shown.next_cursor ?? shown.nextCursor);
  const { body: last } = await ask(mock, `GET /plans?limit=2&after=${cursor}`);
  expect([listIds(first.data), listIds(last.data)]).toEqual([['p3', 'p2'], ['p1']]);
  const ended = Object(last.pagination);
  expect(ended.next_cursor ?? ended.nextCursor ?? null).toBeNull();
});

test.each([
  ['next_cursor', 'cursor', BY_CURSOR],
  ['last_id', 'after', BY_ID],
])('a list is emptied page by page: %s continues after deleted resources', async (member, name, options) => {
  const mock = createPlansMock(options);
  await createPlans(mock, 5);
  const deleted: unknown[] = [];
  for (let query: string | undefined = ''; query !== undefined; ) {
    const { body } = await ask(mock, `GET /plans?limit=2${query}`);
    for (const id of listIds(body.data)) {
      deleted.push(id);
      expect((await ask(mock, `DELETE /plans/${String(id)}`)).status).toBe(204);
    }
    const isLast = body.has_more === false || !Object.hasOwn(body, member);
    query = isLast ? undefined : `&${name}=${String(body[member])}`;
  }
  expect(deleted).toEqual(['p5', 'p4', 'p3', 'p2', 'p1']);
  expect((await ask(mock, 'GET /plans')).body.data).toEqual([]);
});

test.each([
  ['cursor', BY_CURSOR],
  ['after', BY_ID],
])('a value of %s that the mock has not written is refused', async (name, options) => {
  const mock = createPlansMock(options);
  await createPlans(mock, 3);
  for (const value of ['x', 'eA', btoa('after:4')])
    expect((await ask(mock, `GET /plans?${name}=${value}`)).status).toBe(400);
});

test('a parameter that selects a page does not filter by a property of its name', async () => {
  const mock = createPlansMock({ query: { limit: integer } });
  await createPlans(mock, 2);
  expect(listIds((await ask(mock, 'GET /plans?limit=10')).body)).toEqual(['p2', 'p1']);
});

test('a list without pages contains everything', async () => {
  const mock = createPlansMock({});
  await createPlans(mock, 25);
  expect(listIds((await ask(mock, 'GET /plans')).body)).toHaveLength(25);
});

test('a list is sorted before it is divided into pages', async () => {
  const cursors = { ...PLANS, items: { ...PLAN, properties: { ...PLAN.properties, name: text } } };
  const list = { type: 'object', properties: { data: cursors, next_cursor: text } };
  const mock = createPlansMock({ query: { limit: integer, cursor: text, sort: text }, list });
  for (const id of ['b', 'd', 'a', 'c']) await ask(mock, 'POST /plans', { body: { id } });
  const { body: first } = await ask(mock, 'GET /plans?sort=id&limit=3');
  const { body: last } = await ask(mock, `GET /plans?sort=id&limit=3&cursor=${first.next_cursor}`);
  expect([listIds(first.data), listIds(last.data)]).toEqual([['a', 'b', 'c'], ['d']]);
  expect(listIds((await ask(mock, 'GET /plans?sort=-id')).body.data)).toEqual(['d', 'c', 'b', 'a']);
});

test('firstResult skips items, as offset does', async () => {
  const mock = createPlansMock({ query: { firstResult: integer, maxResults: integer } });
  await createPlans(mock, 5);
  const pages: unknown[][] = [];
  for (const first of [0, 2, 4])
    pages.push(listIds((await ask(mock, `GET /plans?firstResult=${first}&maxResults=2`)).body));
  expect(pages).toEqual([['p5', 'p4'], ['p3', 'p2'], ['p1']]);
});
