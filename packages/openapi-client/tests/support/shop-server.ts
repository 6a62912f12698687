// The shop of the document on loopback, over real HTTP, with faults that a test injects.
import type { AddressInfo } from 'node:net';
import { type HttpBindings, serve } from '@hono/node-server';
import { Hono } from 'hono';

/** A fault that replaces the response to one request; `lose` does the work and drops the response. */
export type Fault =
  | 'drop'
  | 'lose'
  | 'silence'
  | 'truncate'
  | { status: number; headers?: Record<string, string>; body?: unknown; type?: string };

/** A request as it arrived. */
export interface Seen {
  method: string;
  url: string;
  headers: Headers;
  text: string;
}

/** A running shop; `await using` stops it with all its connections. */
export interface Shop extends AsyncDisposable {
  url: string;
  requests: Seen[];
  /** Idempotency keys of the created orders, in their order. */
  orders: string[];
}

const PAGES: Readonly<Record<string, object>> = {
  '': { data: [{ id: '1', name: 'one' }], next_cursor: 'b&c' },
  'b&c': { data: [{ id: '2', name: 'two' }], next_cursor: null },
};

export async function startShop(...faults: Fault[]): Promise<Shop> {
  const requests: Seen[] = [];
  const orders: string[] = [];
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (context, next) => {
    const { method, url, headers } = context.req.raw;
    requests.push({
      method,
      url: url.replace(/^http:\/\/[^/]+/, ''),
      headers,
      text: await context.req.text(),
    });
    const fault = faults.shift();
    const { socket } = context.env.incoming;
    if (fault === 'drop') socket.destroy();
    if (fault === 'drop' || fault === 'silence') return await new Promise<Response>(() => {});
    if (fault !== undefined && fault !== 'lose') return faultAnswer(fault);
    await next();
    if (fault === 'lose') socket.destroy();
    return undefined;
  });
  app.get('/items', (context) => context.json(PAGES[context.req.query('cursor') ?? '']));
  app.post('/items', (context) => context.json({ id: '3', name: 'three' }, 201));
  app.get('/items/:id', (context) =>
    context.req.param('id') === 'gone'
      ? context.text('sold out', 410)
      : context.json({ id: context.req.param('id'), name: 'one' }),
  );
  app.put('/items/:id', (context) => context.body(null, 204));
  app.get('/items/:id/picture', (context) => context.body('PNG', 200, { 'content-type': 'image/png' }));
  app.post('/items/:id/picture', (context) => context.body(null, 204));
  app.get('/orders', (context) => {
    const page = Number(context.req.query('page') ?? 1);
    const link = `<${new URL(context.req.url).origin}/orders?page=${page + 1}>; rel="next", </orders>; rel="first"`;
    return context.json([{ id: `order ${page}` }], 200, page < 3 ? { link } : {});
  });
  app.post('/orders', (context) => {
    const key = context.req.header('idempotency-key') ?? '';
    if (!orders.includes(key)) orders.push(key);
    return context.json({ id: `order ${orders.indexOf(key)}` }, 201);
  });
  app.get('/invoices', (context) =>
    context.json(context.req.query('after') ? { invoices: ['c'] } : { invoices: ['a', 'b'], last: 'b' }),
  );
  app.get('/feed', (context) =>
    context.json(context.req.query('at') ? { entries: ['2'] } : { entries: ['1'], next: '/feed?at=2' }),
  );
  app.post('/search', (context) => context.json({ hits: 1 }));
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    orders,
    [Symbol.asyncDispose]: async () => {
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function faultAnswer(fault: Exclude<Fault, 'drop' | 'lose' | 'silence'>): Response {
  if (fault === 'truncate')
    return new Response('{"id":', { headers: { 'content-type': 'application/json' } });
  const { status, headers, body = { title: 'A fault.' }, type = 'application/problem+json' } = fault;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, { status, headers: { 'content-type': type, ...headers } });
}
