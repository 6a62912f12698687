import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const ORDER = {
  type: 'object',
  required: ['id', 'title', 'amount'],
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    amount: { type: 'integer' },
    status: { type: 'string', enum: ['open', 'shipping', 'shipped', 'cancelled'] },
  },
};
const ITEM = { type: 'object', required: ['itemId'], properties: { itemId: { type: 'string' } } };

function createOrdersMock() {
  const returns = (name: string, status = 200) => ({
    [status]: {
      description: 'It.',
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
    },
    404: { description: 'Missing.' },
  });
  const sends = (properties: JsonObject) => ({
    content: { 'application/json': { schema: { type: 'object', properties } } },
  });
  const parameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
  const parameters = [parameter('id')];
  const { title, amount } = ORDER.properties;
  return createMock({
    openapi: '3.1.1',
    info: { title: 'Orders', version: '1' },
    components: { schemas: { Order: ORDER, Item: ITEM } },
    paths: {
      '/orders': { post: { requestBody: sends({ title, amount }), responses: returns('Order', 201) } },
      '/orders/{id}': { parameters, get: { responses: returns('Order') } },
      '/orders/{id}/title': {
        parameters,
        put: { requestBody: sends({ title }), responses: returns('Order') },
      },
      '/orders/{id}/amount': {
        parameters,
        patch: {
          requestBody: sends({ amount }),
          responses: { 204: { description: 'Changed.' }, 404: { description: 'Missing.' } },
        },
      },
      '/orders/{id}/cancel': { parameters, put: { responses: { 204: { description: 'Cancelled.' } } } },
      '/orders/{id}/ship': { parameters, post: { responses: { 204: { description: 'Shipped.' } } } },
      '/orders/{id}/approve': { parameters, post: { responses: returns('Order') } },
      '/orders/{id}/items': { parameters, post: { responses: returns('Item', 201) } },
      '/orders/{id}/items/{itemId}': {
        parameters: [...parameters, parameter('itemId')],
        get: { responses: returns('Item') },
      },
    },
  });
}

test.each<[line: string, changes: JsonObject | undefined]>([
  ['POST approve', undefined],
  ['PUT title', { title: 'New' }],
])('%s of an order returns the order with what was sent, as later reads do', async (line, changes) => {
  const mock = createOrdersMock();
  const [method, action] = line.split(' ');
  const options = changes ? { body: changes } : {};
  const created = await ask(mock, 'POST /orders', { body: { title: 'Old', amount: 64 } });
  const path = `/orders/${created.body.id}`;
  const returned = await ask(mock, `${method} ${path}/${action}`, options);
  expect([returned.status, returned.body]).toEqual([200, { ...created.body, ...changes }]);
  expect((await ask(mock, `GET ${path}`)).body).toEqual(returned.body);
  expect((await ask(mock, `${method} /orders/none/${action}`, options)).status).toBe(404);
});

test.each<[line: string, body: JsonObject | undefined, changes: JsonObject]>([
  ['PATCH amount', { amount: 7 }, { amount: 7 }],
  ['PUT cancel', undefined, { status: 'cancelled' }],
  ['POST ship', undefined, { status: 'shipped' }],
])('%s of an order changes what it is named after', async (line, sent, changes) => {
  const mock = createOrdersMock();
  const { body: order } = await ask(mock, 'POST /orders', { body: { title: 'Old', amount: 64 } });
  const [method, action] = line.split(' ');
  const headers = { 'content-type': 'application/json' };
  const options = sent ? { body: sent, headers } : {};
  expect((await ask(mock, `${method} /orders/${order.id}/${action}`, options)).status).toBe(204);
  expect((await ask(mock, `GET /orders/${order.id}`)).body).toEqual({ ...order, ...changes });
  expect((await ask(mock, `${method} /orders/none/${action}`, options)).status).toBe(404);
});

test('a creation below a resource is no action of it', async () => {
  const mock = createOrdersMock();
  const { body: order } = await ask(mock, 'POST /orders', { body: { title: 'Old', amount: 64 } });
  const { body: item } = await ask(mock, `POST /orders/${order.id}/items`);
  expect((await ask(mock, `GET /orders/${order.id}/items/${item.itemId}`)).body).toEqual(item);
});

test('--explain lists actions', () => {
  expect(createOrdersMock().explain()).toContain('  PUT /orders/{id}/title changes it');
});
