/** Servers of the orders API: ours, generated from its document, and by the frameworks that users pick instead. */
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { OpenAPIHandler } from '@orpc/openapi/node';
import { os } from '@orpc/server';
import express from 'express';
import { middleware as openApiValidator } from 'express-openapi-validator';
import fastify from 'fastify';
import { Hono } from 'hono';
import { HEADERS, ORDER, ORDERS } from './document.ts';

/** Creates the listener of a server; `generated` is the folder of the generated code. */
type CreateListener = (generated: string) => Promise<RequestListener>;

/** Creates each server by its name in the table. */
export const FRAMEWORKS = {
  generated: createGenerated,
  'bare Hono, nothing validated': createBare,
  '@hono/zod-openapi by hand': createZodOpenApi,
  'Fastify with Ajv': createFastify,
  oRPC: createOrpc,
  'express-openapi-validator': createExpress,
} satisfies Record<string, CreateListener>;

async function createGenerated(generated: string): Promise<RequestListener> {
  const { registerRoutes } = await import(pathToFileURL(join(generated, 'index.ts')).href);
  const app = registerRoutes(new OpenAPIHono(), {
    createOrder: (_: unknown, reply: Reply) => reply({ status: 201, body: ORDER }),
    getOrder: (_: unknown, reply: Reply) => reply({ status: 200, body: ORDER }),
    getConditions: (_: unknown, reply: Reply) => reply({ status: 200, body: ORDER }),
  });
  return getRequestListener(app.fetch);
}

type Reply = (parts: { readonly status: number; readonly body: unknown }) => Response;

async function createBare(): Promise<RequestListener> {
  const app = new Hono()
    .post('/shops/:shopId/orders', async (context) => {
      await context.req.json();
      return context.json(ORDER, 201);
    })
    .get('/shops/:shopId/orders/:orderId', (context) => context.json(ORDER))
    .get('/shops/:shopId/conditions', (context) => context.json(ORDER));
  return getRequestListener(app.fetch);
}

const orderSchema = z.object({
  id: z.int(),
  status: z.enum(['open', 'paid', 'shipped']),
  total: z.number(),
  itemCount: z.int(),
  createdAt: z.string(),
});
const newOrderSchema = z.object({
  customer: z.object({
    name: z.string().min(1).max(100),
    phone: z
      .string()
      .regex(/^[0-9 ]{4,20}$/)
      .optional(),
    address: z.object({
      street: z.string().min(1),
      city: z.string().min(1),
      country: z.string().length(2),
    }),
  }),
  items: z
    .array(
      z.object({
        sku: z.string().min(1).max(40),
        quantity: z.int().min(1).max(1000),
        price: z.number().min(0),
      }),
    )
    .min(1)
    .max(50),
  note: z.string().max(500).optional(),
});
const shopId = z.string().min(1).max(40);
const newOrderParams = z.object({ shopId });
const newOrderQuery = z.object({ notify: z.stringbool().optional() });
const orderParams = z.object({ shopId, orderId: z.coerce.number().int().min(1) });
const orderQuery = z.object({
  expand: z.enum(['items', 'customer']).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
});
const conditionHeaders = z.object(
  Object.fromEntries(HEADERS.map((name) => [name.toLowerCase(), z.string().max(40).optional()])),
);
const conditionCookies = z.object({ session: z.string().min(8).optional() });

async function createZodOpenApi(): Promise<RequestListener> {
  const responses = (status: number) => ({
    [status]: { description: 'The order.', content: { 'application/json': { schema: orderSchema } } },
  });
  const body = { required: true, content: { 'application/json': { schema: newOrderSchema } } };
  const app = new OpenAPIHono();
  app.openapi(
    createRoute({
      method: 'post',
      path: '/shops/{shopId}/orders',
      request: { params: newOrderParams, query: newOrderQuery, body },
      responses: responses(201),
    }),
    (context) => context.json(ORDER, 201),
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/shops/{shopId}/orders/{orderId}',
      request: { params: orderParams, query: orderQuery },
      responses: responses(200),
    }),
    (context) => context.json(ORDER, 200),
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/shops/{shopId}/conditions',
      request: { params: newOrderParams, headers: conditionHeaders, cookies: conditionCookies },
      responses: responses(200),
    }),
    (context) => context.json(ORDER, 200),
  );
  return getRequestListener(app.fetch);
}

/** Reads the schemas of a document, with their references resolved: Fastify and Ajv have references of their own. */
function resolveSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolveSchema);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) {
    const name = String(value.$ref).slice('#/components/schemas/'.length);
    return resolveSchema(Reflect.get(Object(Reflect.get(Object(ORDERS.components), 'schemas')), name));
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolveSchema(member)]));
}

const reference = (name: string) => resolveSchema({ $ref: `#/components/schemas/${name}` });

async function createFastify(): Promise<RequestListener> {
  const app = fastify();
  const text = { type: 'string', minLength: 1, maxLength: 40 };
  const params = { type: 'object', required: ['shopId'], properties: { shopId: text } };
  app.post(
    '/shops/:shopId/orders',
    {
      schema: {
        params,
        querystring: { type: 'object', properties: { notify: { type: 'boolean' } } },
        body: reference('NewOrder'),
        response: { 201: reference('Order') },
      },
    },
    (_, reply) => reply.code(201).send(ORDER),
  );
  app.get(
    '/shops/:shopId/orders/:orderId',
    {
      schema: {
        params: {
          ...params,
          required: ['shopId', 'orderId'],
          properties: { shopId: text, orderId: { type: 'integer', minimum: 1 } },
        },
        querystring: {
          type: 'object',
          properties: {
            expand: { type: 'string', enum: ['items', 'customer'] },
            limit: { type: 'integer', minimum: 1, maximum: 100 },
          },
        },
        response: { 200: reference('Order') },
      },
    },
    (_, reply) => reply.send(ORDER),
  );
  const headers = Object.fromEntries(HEADERS.map((name) => [name.toLowerCase(), text]));
  app.get(
    '/shops/:shopId/conditions',
    {
      schema: {
        params,
        headers: { type: 'object', properties: headers },
        response: { 200: reference('Order') },
      },
    },
    (_, reply) => reply.send(ORDER),
  );
  await app.ready();
  return app.routing;
}

async function createOrpc(): Promise<RequestListener> {
  const router = {
    createOrder: os
      .route({
        method: 'POST',
        path: '/shops/{shopId}/orders',
        inputStructure: 'detailed',
        successStatus: 201,
      })
      .input(z.object({ params: newOrderParams, query: newOrderQuery, body: newOrderSchema }))
      .output(orderSchema)
      .handler(() => ORDER),
    getOrder: os
      .route({ method: 'GET', path: '/shops/{shopId}/orders/{orderId}', inputStructure: 'detailed' })
      .input(z.object({ params: orderParams, query: orderQuery }))
      .output(orderSchema)
      .handler(() => ORDER),
    getConditions: os
      .route({ method: 'GET', path: '/shops/{shopId}/conditions', inputStructure: 'detailed' })
      .input(z.object({ params: newOrderParams, headers: conditionHeaders }))
      .output(orderSchema)
      .handler(() => ORDER),
  };
  const handler = new OpenAPIHandler(router);
  return (request, response) => void handler.handle(request, response, { context: {} });
}

async function createExpress(): Promise<RequestListener> {
  // The error handler of Express logs each error in other environments.
  const app = express().set('env', 'test');
  app.use(express.json());
  app.use(openApiValidator({ apiSpec: ORDERS as never, validateRequests: true, validateResponses: false }));
  app.post('/shops/:shopId/orders', (_, response) => {
    response.status(201).json(ORDER);
  });
  app.get('/shops/:shopId/orders/:orderId', (_, response) => {
    response.json(ORDER);
  });
  app.get('/shops/:shopId/conditions', (_, response) => {
    response.json(ORDER);
  });
  return app;
}
