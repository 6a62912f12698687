// Resources that the one around them lists.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock, type Mock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const NEW_ITEM = { type: 'object', properties: { name: text } };
const ITEM = { type: 'object', required: ['itemId'], properties: { itemId: integer, name: text } };
const json = (schema: JsonObject) => ({ description: 'Done', content: { 'application/json': { schema } } });
const parameters = (...names: string[]) =>
  names.map((name) => ({ name, in: 'path', required: true, schema: integer }));

function createOrdersMock(items: JsonObject = { type: 'array', items: ITEM }): Mock {
  const order = {
    type: 'object',
    required: ['id', 'items'],
    properties: { id: integer, title: text, items },
  };
  const sent = { type: 'object', properties: { title: text, items: { type: 'array', items: NEW_ITEM } } };
  const answer = { responses: { '200': json(order), '404': { description: 'Missing' } } };
  return createMock({
    openapi: '3.1.1',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders': {
        get: { responses: { '200': json({ type: 'array', items: order }) } },
        post: { requestBody: json(sent), responses: { '201': json(order) } },
      },
      '/orders/{id}': {
        parameters: parameters('id'),
        get: answer,
        put: { requestBody: json(order), ...answer },
      },
      '/orders/{orderId}/items': {
        parameters: parameters('orderId'),
        post: { requestBody: json(NEW_ITEM), responses: { '201': json(ITEM) } },
      },
      '/orders/{orderId}/items/{itemId}': {
        parameters: parameters('orderId', 'itemId'),
        get: { responses: { '200': json(ITEM) } },
        patch: { requestBody: json(NEW_ITEM), responses: { '200': json(ITEM) } },
        delete: { responses: { '204': { description: 'Deleted' } } },
      },
    },
  });
}

const addItem = async (mock: Mock, order: number, name: string) =>
  (await ask(mock, `POST /orders/${order}/items`, { body: { name } })).body.itemId;

test('an order lists the items that were created, changed and deleted below it', async () => {
  const mock = createOrdersMock();
  for (const title of ['a', 'b']) await ask(mock, 'POST /orders', { body: { title } });
  const read = async () => (await ask(mock, 'GET /orders/1')).body.items;
  expect(await read()).toEqual([]);
  const [first, second] = [await addItem(mock, 1, 'x'), await addItem(mock, 1, 'y')];
  await addItem(mock, 2, 'z');
  expect(await read()).toEqual([
    { itemId: first, name: 'x' },
    { itemId: second, name: 'y' },
  ]);
  const headers = { 'content-type': 'application/json' };
  await ask(mock, `PATCH /orders/1/items/${second}`, { body: { name: 'w' }, headers });
  await ask(mock, `DELETE /orders/1/items/${first}`);
  expect(await read()).toEqual([{ itemId: second, name: 'w' }]);
  const { body } = await ask(mock, 'GET /orders');
  expect(Object.values(body).map((order) => Object(order).items.length)).toEqual([1, 1]);
});

test('items of a request stay, and a request that repeats inner items adds none', async () => {
  const mock = createOrdersMock({ type: 'array', items: { type: 'object' } });
  await ask(mock, 'POST /orders', { body: { items: [{ name: 'own' }] } });
  const itemId = await addItem(mock, 1, 'x');
  const { body: order } = await ask(mock, 'GET /orders/1');
  expect(order.items).toEqual([{ name: 'own' }, { itemId, name: 'x' }]);
  await ask(mock, 'PUT /orders/1', { body: { ...order, title: 'new' } });
  expect((await ask(mock, 'GET /orders/1')).body).toEqual({ ...order, title: 'new' });
});

test('a list that cannot show the items stays as documented', async () => {
  const mock = createOrdersMock({ type: 'array', items: { type: 'object', required: ['price'] } });
  await ask(mock, 'POST /orders', { body: {} });
  const before = (await ask(mock, 'GET /orders/1')).body;
  await addItem(mock, 1, 'x');
  expect((await ask(mock, 'GET /orders/1')).body).toEqual(before);
});
