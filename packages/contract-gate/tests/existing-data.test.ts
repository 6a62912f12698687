import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const CUSTOMER = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
const INPUT = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } };
const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const response = (schema: JsonObject): JsonObject => ({ description: 'Done.', content: content(schema) });
const WRONG = { '4XX': { description: 'Wrong.' } };
const requestBody = { required: true, content: content(INPUT) };

const DOCUMENT = createDocument({
  '/customers': {
    get: { responses: { '200': response({ type: 'array', items: CUSTOMER }) } },
    post: { requestBody, responses: { '201': response(CUSTOMER), ...WRONG } },
  },
  '/customers/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
    get: { responses: { '200': response(CUSTOMER), ...WRONG } },
    put: { requestBody, responses: { '200': response(CUSTOMER), ...WRONG } },
    delete: { responses: { '204': { description: 'Deleted.' }, ...WRONG } },
  },
  '/customers/{id}/block': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
    post: { responses: { '204': { description: 'Blocked.' }, ...WRONG } },
  },
  '/invoices': {
    get: { responses: { '200': response({ type: 'array', items: { type: 'object', required: ['id'] } }) } },
  },
  '/invoices/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    delete: { responses: { '204': { description: 'Deleted.' }, ...WRONG } },
  },
});

/** A server with three customers and an invoice of others. */
class Office {
  readonly changes: string[] = [];
  readonly #customers = new Map([1, 2, 3].map((id) => [id, { id, name: `customer ${id}` }]));
  #last = 3;

  answer({ method, path, json }: ReceivedRequest): Answer {
    const [, collection, id, action] = path.split('/');
    if (collection === 'invoices') return this.#answerInvoice(method, id);
    if (id === undefined) return this.#answerList(method, json);
    return this.#answerCustomer({ method, path, json }, id, action);
  }

  #answerCustomer(
    { method, path, json }: Pick<ReceivedRequest, 'json' | 'method' | 'path'>,
    id: string,
    action: string | undefined,
  ): Answer {
    const customer = /^\d+$/.test(id) ? this.#customers.get(Number(id)) : undefined;
    if (!customer) return { status: 404 };
    if (method === 'GET' && !action) return { status: 200, body: customer };
    const isAllowed = action ? method === 'POST' : method === 'PUT' || method === 'DELETE';
    if (!isAllowed) return { status: 405, headers: { allow: action ? 'POST' : 'GET, PUT, DELETE' } };
    if (method === 'PUT' && !readName(json)) return { status: 400 };
    if (customer.id <= 3) this.changes.push(`${method} ${path}`);
    if (method === 'DELETE') this.#customers.delete(customer.id);
    if (method !== 'PUT') return { status: 204 };
    customer.name = readName(json) ?? customer.name;
    return { status: 200, body: customer };
  }

  #answerInvoice(method: string, id: string | undefined): Answer {
    if (id === undefined && method === 'GET') return { status: 200, body: [{ id: 'a1' }] };
    if (method !== 'DELETE' || id === undefined)
      return { status: 405, headers: { allow: id === undefined ? 'GET' : 'DELETE' } };
    if (id !== 'a1') return { status: 404 };
    this.changes.push('DELETE /invoices/a1');
    return { status: 204 };
  }

  #answerList(method: string, json: unknown): Answer {
    if (method === 'GET') return { status: 200, body: [...this.#customers.values()] };
    if (method !== 'POST') return { status: 405, headers: { allow: 'GET, POST' } };
    const name = readName(json);
    if (!name) return { status: 400 };
    this.#last += 1;
    const customer = { id: this.#last, name };
    this.#customers.set(customer.id, customer);
    return { status: 201, body: customer };
  }
}

function readName(json: unknown): string | undefined {
  const name = typeof json === 'object' && json !== null && 'name' in json ? json.name : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

test('a run changes and deletes only resources that it created', async () => {
  const office = new Office();
  await using server = await serve((received) => office.answer(received));
  const { findings, statistics } = await testServer(DOCUMENT, server.url);
  expect(office.changes).toEqual([]);
  expect(server.requests.some(({ method, path }) => method === 'DELETE' && path === '/customers/4')).toBe(
    true,
  );
  expect(statistics.remarks).toEqual([
    'Existing data was left alone: the run created no resource for DELETE /invoices/{id} (see --existing-data).',
  ]);
  expect(findings.filter(({ check }) => check === 'operation-unreached')).toEqual([]);
});

test('a run with the option also changes resources that existed before', async () => {
  const office = new Office();
  await using server = await serve((received) => office.answer(received));
  const { statistics } = await testServer(DOCUMENT, server.url, { existingData: true });
  expect(office.changes).toEqual(expect.arrayContaining(['DELETE /invoices/a1', 'DELETE /customers/1']));
  expect(statistics.remarks).toEqual([]);
});
