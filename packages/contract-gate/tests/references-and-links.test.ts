// Servers that conform, whose data the gate cannot know: coupons, cancelled orders, forms without fields, XML.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const object = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});
const response = (schema: JsonObject): JsonObject => ({ description: 'Done.', content: json(schema) });
const WRONG: JsonObject = {
  '4XX': { description: 'Wrong.' },
  '422': { description: 'Impossible.', content: json({ type: 'object' }) },
};
const TEXT: JsonObject = { type: 'string', minLength: 1, maxLength: 20 };
const ID: JsonObject = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const ORDER = object({
  id: { type: 'string' },
  name: TEXT,
  state: { enum: ['open', 'cancelled', 'shipped'] },
});
const link = (operationId: string): JsonObject => ({ operationId, parameters: { id: '$response.body#/id' } });

const ORDERS = createDocument({
  '/orders': {
    post: {
      requestBody: {
        required: true,
        content: json(object({ name: TEXT, coupon: TEXT, warehouse: TEXT }, ['name'])),
      },
      responses: {
        '201': {
          ...response(ORDER),
          links: { cancel: link('cancelOrder'), ship: link('shipOrder'), read: link('readOrder') },
        },
        ...WRONG,
      },
    },
  },
  '/orders/{id}': {
    parameters: [ID],
    get: { operationId: 'readOrder', responses: { '200': response(ORDER), ...WRONG } },
  },
  '/orders/{id}/cancel': {
    parameters: [ID],
    post: { operationId: 'cancelOrder', responses: { '200': response(ORDER), ...WRONG } },
  },
  '/orders/{id}/ship': {
    parameters: [ID],
    post: { operationId: 'shipOrder', responses: { '200': response(ORDER), ...WRONG } },
  },
});

interface Order {
  id: string;
  name: string;
  state: string;
}

/** Orders that can be shipped until they are cancelled, and that nobody can read after that. */
class Orders {
  readonly #orders = new Map<string, Order>();

  answer(received: ReceivedRequest): Answer {
    const [, , id, action] = received.path.split('/');
    const allow = id !== undefined && action === undefined ? 'GET' : 'POST';
    if (received.method !== allow) return { status: 405, headers: { allow } };
    if (id === undefined) return this.#create(received);
    const order = this.#orders.get(id);
    if (!order || order.state === 'cancelled') return { status: 404 };
    if (action === undefined) return { status: 200, body: order };
    if (action === 'ship' && order.state === 'shipped') return { status: 409 };
    order.state = action === 'ship' ? 'shipped' : 'cancelled';
    return { status: 200, body: order };
  }

  #create({ json: sent, headers }: ReceivedRequest): Answer {
    if (!/^application\/json(?:;|$)/i.test(String(headers['content-type']))) return { status: 415 };
    const { name, coupon, warehouse, ...unknown } = Object(sent);
    const texts = [name, coupon ?? 'a', warehouse ?? 'a'];
    if (!texts.every(isText) || Object.keys(unknown).length > 0 || Array.isArray(sent))
      return { status: 400 };
    if (coupon !== undefined) return { status: 422, body: { code: 'invalid' } };
    if (warehouse !== undefined) return { status: 422, body: { code: 'No such warehouse.' } };
    const order = { id: `o${this.#orders.size}`, name, state: 'open' };
    this.#orders.set(order.id, order);
    return { status: 201, body: order };
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && [...value].length <= 20;
}

test('unknown coupons are notes, and links to what the gate cancelled are not broken', async () => {
  const orders = new Orders();
  await using server = await serve((received) => orders.answer(received));
  const { findings } = await testServer(ORDERS, server.url, { propertyRuns: 10 });
  const serious = findings.filter(({ severity }) => severity !== 'note');
  expect(serious.map(({ check, message, received }) => [check, message, received])).toEqual([]);
  expect(findings.map(({ check }) => check)).toContain('valid-request-rejected');
});

test('a link that leads to nothing is broken', async () => {
  const orders = new Orders();
  await using server = await serve((received) => {
    const isRead = received.method === 'GET' && /^\/orders\/[^/]+$/.test(received.path);
    return isRead ? { status: 404 } : orders.answer(received);
  });
  const { findings } = await testServer(ORDERS, server.url, { propertyRuns: 1 });
  expect(findings.map(({ check, message }) => `${check}: ${message}`)).toContain(
    'link-unresolvable: Following the link read returned 404.',
  );
});

test('a form without fields is no valid body', async () => {
  const form = object({ name: TEXT }, []);
  const post: JsonObject = {
    requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: form } } },
    responses: { '204': { description: 'Done.' }, ...WRONG },
  };
  await using server = await serve(({ method, headers, bytes }) => {
    if (method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
    const type = String(headers['content-type']).toLowerCase();
    if (!type.startsWith('application/x-www-form-urlencoded')) return { status: 415 };
    const fields = [...new URLSearchParams(bytes.toString())];
    const isValid = fields.every(([name, value]) => name === 'name' && isText(value));
    return { status: fields.length === 1 && isValid ? 204 : 400 };
  });
  const { findings } = await testServer(createDocument({ '/names': { post } }), server.url);
  expect(findings.filter(({ check }) => check === 'valid-request-rejected')).toEqual([]);
});

test('an operation that only takes XML is reported with the reason', async () => {
  const content = { 'application/xml': { schema: object({ name: TEXT }) } };
  const post: JsonObject = {
    requestBody: { required: true, content },
    responses: { '204': { description: 'Done.' }, ...WRONG },
  };
  await using server = await serve(() => ({ status: 400 }));
  const document = createDocument({ '/names': { post } });
  const { findings } = await testServer(document, server.url, { allowUnreached: true });
  expect(findings.map(({ check, received }) => `${check}: ${received}`)).toEqual([
    'operation-unreached: no request: bodies of application/xml are not generated',
  ]);
});

test('ten null members of one object are one finding', async () => {
  const names = Array.from({ length: 9 }, (_, index) => `member${index}`);
  const schema = object(Object.fromEntries(names.map((name) => [name, { type: 'string' }])));
  const body = Object.fromEntries(names.map((name) => [name, null]));
  await using server = await serve(({ method }) =>
    method === 'GET' ? { status: 200, body } : { status: 405, headers: { allow: 'GET' } },
  );
  const document = createDocument({ '/it': { get: { responses: { '200': response(schema) } } } });
  const { findings } = await testServer(document, server.url);
  expect(findings.map(({ check }) => check)).toEqual(['body-schema']);
  expect(findings[0]?.message).toContain('`member8` as well');
});

test('a server that ignores Accept conforms unless it negotiates', async () => {
  const types = { 'application/json': {}, 'text/csv': {}, 'text/html': {} };
  const get: JsonObject = { responses: { '200': { description: 'It.', content: types } } };
  const run = async (choose: (accept: string) => string) => {
    await using server = await serve(({ method, headers }) =>
      method === 'GET'
        ? { status: 200, headers: { 'content-type': choose(String(headers.accept)) }, body: {} }
        : { status: 405, headers: { allow: 'GET' } },
    );
    const { findings } = await testServer(createDocument({ '/it': { get } }), server.url);
    return findings.map(({ check, message }) => `${check}: ${message}`);
  };
  expect(await run(() => 'application/json')).toEqual([]);
  expect(await run((accept) => (accept === 'text/csv' ? accept : 'application/json'))).toEqual([
    'accept-ignored: A request with Accept text/html returned 200, application/json.',
  ]);
});

const DELETIONS = createDocument({
  '/notes': {
    post: {
      requestBody: { required: true, content: json(object({ name: TEXT })) },
      responses: { '201': response(object({ id: { type: 'string' }, name: TEXT })), ...WRONG },
    },
  },
  '/notes/{id}': {
    parameters: [ID],
    get: { responses: { '200': response(object({ id: { type: 'string' }, name: TEXT })), ...WRONG } },
    delete: {
      responses: { '204': { description: 'Deleted.' }, '404': { description: 'Missing.' }, ...WRONG },
    },
  },
});

/** Notes, each of which can be deleted again. */
class Notes {
  readonly #notes = new Map<string, object | undefined>();
  readonly #deletesUnknown: boolean;

  constructor(deletesUnknown: boolean) {
    this.#deletesUnknown = deletesUnknown;
  }

  answer(received: ReceivedRequest): Answer {
    const [, , id] = received.path.split('/');
    const allow = id === undefined ? 'POST' : 'GET, DELETE';
    if (!allow.split(', ').includes(received.method)) return { status: 405, headers: { allow } };
    if (id === undefined) return this.#create(received);
    const note = this.#notes.get(id);
    if (received.method === 'GET') return note ? { status: 200, body: note } : { status: 404 };
    if (!this.#notes.has(id)) return { status: this.#deletesUnknown ? 204 : 404 };
    this.#notes.set(id, undefined);
    return { status: 204 };
  }

  #create({ json: sent, headers }: ReceivedRequest): Answer {
    if (!/^application\/json(?:;|$)/i.test(String(headers['content-type']))) return { status: 415 };
    const { name, ...unknown } = Object(sent);
    if (!isText(name) || Object.keys(unknown).length > 0 || Array.isArray(sent)) return { status: 400 };
    const note = { id: `n${this.#notes.size}`, name };
    this.#notes.set(note.id, note);
    return { status: 201, body: note };
  }
}

test.each([
  ['also for what never existed, conforms', true, []],
  ['but not for what never existed, is a warning', false, ['deleted-twice warning']],
])('a deletion that succeeds twice, %s', async (_title, deletesUnknown, expected) => {
  const notes = new Notes(deletesUnknown);
  await using server = await serve((received) => notes.answer(received));
  const { findings } = await testServer(DELETIONS, server.url, { propertyRuns: 1 });
  expect(findings.map(({ check, severity }) => `${check} ${severity}`)).toEqual(expected);
});
