// Orders without a direction, filters by values that no item has, actions, and keys of creations that conflict.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const STATUSES = ['open', 'shipped', 'cancelled'];
const DIRECTIONS = ['asc', 'desc'];
const SORTS = ['table', 'guests'];
const id = { type: 'string' };
const sent = {
  table: { type: 'integer', minimum: 1, maximum: 1_000_000 },
  guests: { type: 'integer', minimum: 1, maximum: 90 },
};
const ORDER: JsonObject = {
  type: 'object',
  required: ['id', 'table', 'guests', 'status', 'created_at'],
  properties: {
    id,
    ...sent,
    status: { enum: STATUSES },
    created_at: { type: 'string', format: 'date-time' },
  },
};
const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const reference = { $ref: '#/components/schemas/Order' };
const order = { description: 'Done.', content: content(reference) };
const wrong = { '4XX': { description: 'Wrong.' } };
const query = (name: string, values: string[]) => ({ name, in: 'query', schema: { enum: values } });
const path = [{ name: 'id', in: 'path', required: true, schema: id }];
const list = (parameters: JsonObject[]): JsonObject => ({
  parameters,
  responses: {
    '200': {
      description: 'All.',
      content: content({ type: 'array', items: reference }),
    },
    ...wrong,
  },
});
const key = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A request that is repeated with the same key returns the first response.',
  schema: { type: 'string', minLength: 4 },
};
const create = {
  parameters: [key],
  requestBody: {
    required: true,
    content: content({ type: 'object', additionalProperties: false, required: SORTS, properties: sent }),
  },
  responses: { '201': order, ...wrong },
};

function documentWith(parameters: JsonObject[]): JsonObject {
  return createDocument(
    {
      '/orders': { post: create, get: list([...parameters, query('status', STATUSES)]) },
      '/orders/{id}': { parameters: path, get: { responses: { '200': order, ...wrong } } },
      '/orders/{id}/cancel': { parameters: path, post: { responses: { '200': order, ...wrong } } },
    },
    { components: { schemas: { Order: ORDER } } },
  );
}

interface Order {
  id: string;
  table: number;
  guests: number;
  status: string;
  created_at: string;
}

class Orders {
  readonly #isFaulty: boolean;
  readonly #all: Order[] = [];
  readonly #keys = new Map<string, Order>();

  constructor(isFaulty: boolean) {
    this.#isFaulty = isFaulty;
  }

  answer({ method, path: sentPath, query: values, headers, json }: ReceivedRequest): Answer {
    const [, kind, own, action, ...more] = sentPath.split('/');
    if (kind !== 'orders' || more.length > 0 || (action !== undefined && action !== 'cancel'))
      return { status: 404 };
    const allow = own === undefined ? ['GET', 'POST'] : [action === undefined ? 'GET' : 'POST'];
    if (!allow.includes(method)) return { status: 405, headers: { allow: allow.join(', ') } };
    if (own === undefined) return method === 'GET' ? this.#list(values) : this.#create(json, headers);
    const found = this.#all.find((one) => one.id === own);
    if (!found) return { status: 404 };
    if (action === undefined) return { status: 200, body: found };
    const cancelled = { ...found, status: 'cancelled' };
    if (!this.#isFaulty) Object.assign(found, cancelled);
    return { status: 200, body: cancelled };
  }

  #create(json: unknown, headers: ReceivedRequest['headers']): Answer {
    const { table, guests, ...others } = Object(json);
    const fits = (value: unknown, most: number) =>
      Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
    if (!/^application\/json\b/i.test(`${headers['content-type']}`)) return { status: 415 };
    if (!fits(table, 1_000_000) || !fits(guests, 90) || Object.keys(others).length > 0)
      return { status: 422 };
    const used = headers['idempotency-key']?.toString();
    if (used !== undefined && used.length < 4) return { status: 422 };
    const first = used === undefined || this.#isFaulty ? undefined : this.#keys.get(used);
    if (first) return { status: 201, body: first };
    if (this.#all.some((one) => one.table === table)) return { status: 409 };
    const time = new Date(1_700_000_000_000 + this.#all.length * 1_000).toISOString();
    const made = { id: `o${this.#all.length}`, table, guests, status: 'open', created_at: time };
    this.#all.push(made);
    if (used !== undefined) this.#keys.set(used, made);
    return { status: 201, body: made };
  }

  #list(values: URLSearchParams): Answer {
    const known = Object.entries({ status: STATUSES, sort: SORTS, order: DIRECTIONS });
    if (known.some(([name, list]) => values.getAll(name).some((value) => !list.includes(value))))
      return { status: 422 };
    if (this.#isFaulty) return { status: 200, body: this.#all };
    const sort = values.get('sort');
    const found = this.#all.filter(({ status }) => status === (values.get('status') ?? status));
    if (sort === 'table' || sort === 'guests') found.sort((left, right) => left[sort] - right[sort]);
    return { status: 200, body: values.get('order') === 'desc' ? found.toReversed() : found };
  }
}

async function listFindings(parameters: JsonObject[], isFaulty: boolean): Promise<string[]> {
  const orders = new Orders(isFaulty);
  await using server = await serve((received) => orders.answer(received));
  const { findings } = await testServer(documentWith(parameters), server.url, { propertyRuns: 1 });
  return findings.map(({ severity, check, message }) => `${severity} ${check}: ${message}`);
}

test('a server that keeps its orders conforms', async () => {
  expect(await listFindings([query('sort', SORTS), query('order', DIRECTIONS)], false)).toEqual([]);
  expect(await listFindings([query('sort', SORTS)], false)).toEqual([]);
});

test('ignored directions, actions, keys and filters are found', async () => {
  const found = await listFindings([query('order', DIRECTIONS)], true);
  expect(found.map((one) => one.split(':')[0]).toSorted()).toEqual([
    'warning action-not-stored',
    'warning filter-ignored',
    'warning idempotency-retry-rejected',
    'warning order-ignored',
  ]);
  expect(found.join('\n')).toContain('A list is the same in the orders "order=asc" and "order=desc".');
});

test('a list that rises and falls is in no order', async () => {
  const found = await listFindings([query('sort', SORTS)], true);
  expect(found.filter((one) => one.startsWith('warning order-ignored'))).not.toEqual([]);
});
