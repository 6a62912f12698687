/** The document of a small shop, and the requests that its servers answer: the API of the benchmark `server`. */
import type { JsonObject } from '@keyframe/openapi-model';
import type { LoadRequest } from '../load/load.ts';

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const order = json({ $ref: '#/components/schemas/Order' });
const parameter = (location: string, name: string, schema: JsonObject): JsonObject => ({
  name,
  in: location,
  ...(location === 'path' ? { required: true } : {}),
  schema,
});
const shop = parameter('path', 'shopId', { type: 'string', minLength: 1, maxLength: 40 });

/** The headers of the operation that reads its conditions from them. */
export const HEADERS = ['X-Client', 'X-Region', 'X-Language', 'X-Currency', 'X-Campaign'] as const;

/** The document of the API. */
export const ORDERS: JsonObject = {
  openapi: '3.1.1',
  info: { title: 'Orders', version: '1.0.0' },
  paths: {
    '/shops/{shopId}/orders': {
      post: {
        operationId: 'createOrder',
        parameters: [shop, parameter('query', 'notify', { type: 'boolean' })],
        requestBody: { required: true, ...json({ $ref: '#/components/schemas/NewOrder' }) },
        responses: { '201': { description: 'The order.', ...order } },
      },
    },
    '/shops/{shopId}/orders/{orderId}': {
      get: {
        operationId: 'getOrder',
        parameters: [
          shop,
          parameter('path', 'orderId', { type: 'integer', minimum: 1 }),
          parameter('query', 'expand', { type: 'string', enum: ['items', 'customer'] }),
          parameter('query', 'limit', { type: 'integer', minimum: 1, maximum: 100 }),
        ],
        responses: { '200': { description: 'The order.', ...order } },
      },
    },
    '/shops/{shopId}/conditions': {
      get: {
        operationId: 'getConditions',
        parameters: [
          shop,
          ...HEADERS.map((name) => parameter('header', name, { type: 'string', maxLength: 40 })),
          parameter('cookie', 'session', { type: 'string', minLength: 8 }),
        ],
        responses: { '200': { description: 'The last order under these conditions.', ...order } },
      },
    },
  },
  components: {
    schemas: {
      NewOrder: {
        type: 'object',
        required: ['customer', 'items'],
        properties: {
          customer: { $ref: '#/components/schemas/Customer' },
          items: {
            type: 'array',
            minItems: 1,
            maxItems: 50,
            items: { $ref: '#/components/schemas/Item' },
          },
          note: { type: 'string', maxLength: 500 },
        },
      },
      Customer: {
        type: 'object',
        required: ['name', 'address'],
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 100 },
          phone: { type: 'string', pattern: '^[0-9 ]{4,20}$' },
          address: {
            type: 'object',
            required: ['street', 'city', 'country'],
            properties: {
              street: { type: 'string', minLength: 1 },
              city: { type: 'string', minLength: 1 },
              country: { type: 'string', minLength: 2, maxLength: 2 },
            },
          },
        },
      },
      Item: {
        type: 'object',
        required: ['sku', 'quantity', 'price'],
        properties: {
          sku: { type: 'string', minLength: 1, maxLength: 40 },
          quantity: { type: 'integer', minimum: 1, maximum: 1000 },
          price: { type: 'number', minimum: 0 },
        },
      },
      Order: {
        type: 'object',
        required: ['id', 'status', 'total', 'itemCount', 'createdAt'],
        properties: {
          id: { type: 'integer' },
          status: { type: 'string', enum: ['open', 'paid', 'shipped'] },
          total: { type: 'number' },
          itemCount: { type: 'integer' },
          createdAt: { type: 'string' },
        },
      },
    },
  },
};

/** The order of every response. */
export const ORDER = {
  id: 7,
  status: 'open',
  total: 61.5,
  itemCount: 3,
  createdAt: '2026-11-01T08:00:00Z',
} as const;

const items = [
  { sku: 'lamp-1', quantity: 1, price: 31.5 },
  { sku: 'bulb-7', quantity: 4, price: 5 },
  { sku: 'cord-2', quantity: 1, price: 10 },
];
const customer = {
  name: 'Ann Example',
  phone: '0123 456789',
  address: { street: '1 Main Street', city: 'Springfield', country: 'US' },
};
const agent = { accept: 'application/json', 'user-agent': 'bench/1.0' };

function post(body: object): LoadRequest {
  return {
    method: 'POST',
    path: '/shops/north/orders?notify=true',
    headers: { ...agent, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** The requests by name, and the statuses of their responses. */
export const REQUESTS: Readonly<Record<string, { readonly request: LoadRequest; readonly status: number }>> =
  {
    'valid POST': { request: post({ customer, items }), status: 201 },
    GET: {
      request: { method: 'GET', path: '/shops/north/orders/7?expand=items&limit=20', headers: agent },
      status: 200,
    },
    'rejected POST': {
      request: post({ customer, items: items.map((item) => ({ ...item, quantity: 0 })) }),
      status: 400,
    },
    'GET with five headers and a cookie': {
      request: {
        method: 'GET',
        path: '/shops/north/conditions',
        headers: {
          ...agent,
          ...Object.fromEntries(HEADERS.map((name, index) => [name.toLowerCase(), `value-${index}`])),
          cookie: 'theme=dark; session=0123456789abcdef',
        },
      },
      status: 200,
    },
  };
