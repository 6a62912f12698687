import type { JsonObject } from '@keyframe/openapi-model';

const text = { type: 'string' };
const order = { $ref: '#/components/schemas/Order' };
const json = (schema: JsonObject) => ({ 'application/json': { schema } });

/** A document of orders, which tests read. */
export const ORDERS: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1.0.0' },
  paths: {
    '/orders/{id}': {
      get: {
        operationId: 'getOrder',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: text },
          { name: 'expand', in: 'query', schema: { enum: ['lines', 'customer'] } },
        ],
        responses: {
          200: { description: 'an order', content: json(order) },
          404: { description: 'no order' },
          '4XX': { description: 'another error' },
        },
      },
    },
    '/orders': {
      get: {
        operationId: 'listOrders',
        responses: { 200: { description: 'orders', content: json({ type: 'array', items: order }) } },
      },
      post: {
        operationId: 'createOrder',
        requestBody: {
          required: true,
          content: json({
            type: 'object',
            required: ['size'],
            properties: { size: text, note: text },
          }),
        },
        responses: { 201: { description: 'created', content: json(order) } },
      },
    },
  },
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['id', 'size', 'lines'],
        properties: {
          id: text,
          size: { enum: ['s', 'm', 'l'] },
          parameters: text,
          weight: { type: 'number', deprecated: true, 'x-sunset': '2026-12-31' },
          lines: {
            type: 'array',
            items: {
              type: 'object',
              required: ['sku'],
              properties: { sku: text, count: { type: 'integer' } },
            },
          },
        },
      },
    },
  },
};
